// A plugin of clang, which lint.py compiles: clang-tidy checks the declarations of this project and
// not those of the system's headers. clang-tidy 14 spends two thirds of its time on these and
// reports nothing there. The findings are the same, except those of misc-no-recursion, which is
// off.
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
