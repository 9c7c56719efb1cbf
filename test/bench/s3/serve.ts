import { createServer } from 'node:http';

import { S3Endpoint } from './endpoint.ts';

// `node test/bench/s3/serve.ts`: the endpoint as a process of its own, on a free port that its first line names.
const server = createServer(new S3Endpoint().answer);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  process.stdout.write(`${JSON.stringify({ ready: true, url: `http://127.0.0.1:${port}` })}\n`);
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0));
