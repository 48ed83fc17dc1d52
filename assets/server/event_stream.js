// Streams of server-sent events, read by pages and by the worker that they share.

export const SILENT = 10000; // milliseconds without a word after which a stream is taken for dead; the server
// says every four seconds that it stands

// Read events until they end: `came` is called whenever there was a word, `told` gets each event.
/**
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} body
 * @param {() => void} came
 * @param {(event: { kind: string, id: string, data: any }) => void} told
 */
export async function readEvents(body, came, told) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = "";;) {
    const { value, done } = await reader.read();
    if (done) return;
    came();
    const parts = (text + value).split("\n\n");
    text = parts.pop() ?? "";
    for (const part of parts) {
      const field = (/** @type {string} */ name) => part.split("\n").find((row) => row.startsWith(`${name}: `))?.slice(name.length + 2) ?? "";
      const data = field("data");
      if (data) told({ kind: field("event"), id: field("id"), data: JSON.parse(data) });
    }
  }
}
