// The worker that all tabs of a browser share: it holds their stream of events.

import { serve } from "./serve.js";
import { Streams } from "./stream.js";

const streams = new Streams();
const worker = /** @type {SharedWorkerGlobalScope} */ (/** @type {unknown} */ (self));
worker.onconnect = ({ ports: [port] }) => serve(streams, port);
worker.addEventListener("online", () => streams.look());
