import { createServer } from 'node:http';
import { parseArgs } from 'node:util';

import { fill, LeanEndpoint } from './endpoint.ts';

// `node test/bench/lean/serve.ts [--port N] [--keep-content] [--fill JSON]`: the lean service as a process of its own, on a
// free port unless one is given; its first line names it. It may be filled with a tree before it answers.
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    'keep-content': { type: 'boolean', default: false },
    fill: { type: 'string' },
  },
});
const lean = new LeanEndpoint({ keepsContent: values['keep-content'] });
const filling = values.fill === undefined ? null : fill.parse(JSON.parse(values.fill));
const folder = filling === null ? null : lean.fill(filling.name, filling.wish);
const server = createServer(lean.answer);
// Nobody is hung up on between two rounds.
server.keepAliveTimeout = 600_000;
server.requestTimeout = 0;
server.listen(Number(values.port), '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  process.stdout.write(`${JSON.stringify({ ready: true, url: `http://127.0.0.1:${port}`, folder })}\n`);
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0));
