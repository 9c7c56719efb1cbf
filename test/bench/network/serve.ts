import { createServer } from 'node:net';
import { parseArgs } from 'node:util';

import { serveHere } from '../serving.ts';
import { LineProxy } from './line-proxy.ts';

// `node test/bench/network/serve.ts --to URL --round-trip MS --megabits N [--ends-with-input]`: a line to a server of this
// computer, as a process of its own. It tells where the server is reached over it (`line`), and answers at `url` how many
// requests were under way.
const { values } = parseArgs({
  options: {
    to: { type: 'string', default: '' },
    'round-trip': { type: 'string', default: '0' },
    megabits: { type: 'string', default: '100' },
    'ends-with-input': { type: 'boolean', default: false },
  },
});
const { hostname, port } = new URL(values.to);
const proxy = new LineProxy(
  { roundTripMs: Number(values['round-trip']), bytesPerSecond: (Number(values.megabits) * 1e6) / 8 },
  { host: hostname, port: Number(port) },
);
const server = createServer({ allowHalfOpen: true }, proxy.accept).listen(0, '127.0.0.1', () => {
  const address = server.address();
  const line = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  serveHere((_, response) => void response.end(JSON.stringify(proxy.underWay.taken())), {
    port: 0,
    endsWithInput: values['ends-with-input'],
    told: { line },
  });
});
