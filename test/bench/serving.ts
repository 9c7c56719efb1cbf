import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';

/**
 * Serves on the loopback and says so in one line of JSON, with what else is to be known. Ends when it is asked to, and, where
 * `endsWithInput`, when its standard input closes: a bench that was killed leaves no server behind.
 */
export function serveHere(answer: RequestListener, wishes: Serving): void {
  const server = createServer(answer);
  // No connection is closed between two rounds, or in the midst of a large file.
  server.keepAliveTimeout = 600_000;
  server.requestTimeout = 0;
  server.listen(wishes.port, '127.0.0.1', () => {
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    process.stdout.write(`${JSON.stringify({ ready: true, url: `http://127.0.0.1:${port}`, ...wishes.told })}\n`);
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0));
  if (wishes.endsWithInput) process.stdin.resume().once('end', () => process.exit(0));
}

interface Serving {
  /** 0 is a free one. */
  readonly port: number;
  readonly endsWithInput: boolean;
  readonly told?: object;
}
