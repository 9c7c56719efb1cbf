import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { FaultError } from '../../shared/fault.ts';
import { monitoringTexts } from '../../shared/features/monitoring/text.ts';

/** Figures for monitoring, open. */
export interface MetricsDoor {
  /** What monitoring reads. */
  readonly url: string;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

/**
 * Serves a text at `/metrics`, to this computer only: every account on it may read the numbers and the names of folders.
 * @param port 0 is a free one. @throws FaultError `bad-request` when it cannot be had.
 */
export async function openMetrics(port: number, read: () => Promise<string>): Promise<MetricsDoor> {
  const server = createServer((request, response) => {
    // A page in a browser that found a name for this computer is no monitoring (DNS rebinding).
    const isOurs = /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? '');
    const isWanted = (request.method === 'GET' || request.method === 'HEAD') && request.url === '/metrics';
    if (!isOurs || !isWanted) return void response.writeHead(isOurs ? 404 : 421).end();
    read().then(
      text => response.writeHead(200, HEADERS).end(request.method === 'HEAD' ? '' : text),
      () => response.writeHead(503).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', error => reject(taken(port, error)));
    server.listen(port, HOST, resolve);
  });
  const { port: given } = server.address() as AddressInfo;
  return {
    url: `http://${HOST}:${given}/metrics`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const HEADERS = {
  'content-type': 'text/plain; version=0.0.4; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

function taken(port: number, error: NodeJS.ErrnoException): FaultError {
  const detail = monitoringTexts.portTaken(port, error.code ?? error.message);
  return new FaultError({ kind: 'bad-request', detail }, { cause: error });
}
