// Behind emscripten's own script: commands of UCI come in, lines of the engine go out. As a Worker each is a message, under node
// they are lines of standard input and output. A thread of the engine runs this script, too, and does nothing here.
if (!ENVIRONMENT_IS_PTHREAD) {
  const waiting = []; // before the engine is ready
  let handle = text => waiting.push(text);
  if (ENVIRONMENT_IS_NODE) {
    Module.say = line => process.stdout.write(line + "\n");
    require("readline").createInterface({ input: process.stdin }).on("line", text => handle(text)).on("close", () => handle("quit"));
  } else {
    Module.say = line => postMessage(line);
    onmessage = event => handle(event.data);
  }
  Module.onRuntimeInitialized = () => {
    handle = text => {
      if (!Module.ccall("xq_handle", "number", ["string"], [text]) && ENVIRONMENT_IS_NODE) process.exit(0);
    };
    waiting.forEach(handle);
  };
}
