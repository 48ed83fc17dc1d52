// The worker that all tabs of a browser share: it holds their stream of events.

const streams = new Streams();
self.onconnect = ({ ports: [port] }) => serve(streams, port);
self.addEventListener("online", () => streams.look());
