/** @import { Streams } from "./stream.js" */

// Let a page hear its board, or its account's turns, through a port: it says which one, that it looks
// again, that it goes.
/**
 * @param {Streams} streams
 * @param {MessagePort} port
 */
export function serve(streams, port) {
  /** @type {Member} */
  const member = { board: 0, secret: "", last: 0, turns: false, language: "", say: (message) => port.postMessage(message) };
  const leave = () => streams.leave(member);
  port.onmessage = ({ data }) => {
    if (data.board || data.turns) streams.join(Object.assign(member, data));
    else if (data.gone) leave();
    else streams.look();
  };
  /** @type {any} */ (port).onclose = leave; // the tab has ended without a word; not all browsers tell
}
