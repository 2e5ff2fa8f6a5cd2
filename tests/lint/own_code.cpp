// A plugin of clang (lint.py compiles it): checks look at what this project declares, and not at
// what the headers of the system do, in which clang-tidy 14 spends two thirds of its time and can
// find nothing. The findings are the same but for those of misc-no-recursion, which is off.
#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <memory>
#include <string>
#include <vector>

namespace {

struct OwnCode : clang::ASTConsumer {
  void HandleTranslationUnit(clang::ASTContext& context) override {
    std::vector<clang::Decl*> own;
    for (clang::Decl* declared : context.getTranslationUnitDecl()->decls()) {
      if (!context.getSourceManager().isInSystemHeader(declared->getLocation())) {
        own.push_back(declared);
      }
    }
    context.setTraversalScope(own);
  }
};

struct BeforeChecks : clang::PluginASTAction {
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& /*compiler*/,
                                                        llvm::StringRef /*file*/) override {
    return std::make_unique<OwnCode>();
  }
  bool ParseArgs(const clang::CompilerInstance& /*compiler*/,
                 const std::vector<std::string>& /*arguments*/) override {
    return true;
  }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

const clang::FrontendPluginRegistry::Add<BeforeChecks>
    registration("own-code", "no checks of what is in the system's headers");

} // namespace
