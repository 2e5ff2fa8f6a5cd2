// Before emscripten's own script, whose tools know no newer words than these: how many threads are made ready. A page names its
// Worker "xq-THREADS".
var xqThreads = typeof process === "object" ? Number(process.env.XQ_WASM_THREADS || 1) : Number(self.name.replace("xq-", "")) || 1;
if (typeof process === "object") delete globalThis.fetch; // emscripten 3.1.6 would read files by it, which node cannot
