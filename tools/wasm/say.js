// The function that engine.cpp imports: a line of the engine, which is freed, goes out by Module.say of session.js.
mergeInto(LibraryManager.library, {
  xq_say__proxy: "async",
  xq_say__sig: "vi",
  xq_say: function (line) {
    const text = UTF8ToString(line);
    _free(line);
    Module.say(text);
  }
});
