import { FaultError, WITHOUT_BENCHTOP } from '../../shared/fault.ts';
import type { Collected } from './collect.ts';

/** Gives a file to Benchtop. Not with `fetch`, which does not tell how far it is. @throws FaultError. */
export function sendBytes(
  ticket: string,
  { path, file }: Collected,
  { signal, onBytes }: { readonly signal: AbortSignal; readonly onBytes: (bytes: number) => void },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', `/drop/${[ticket, ...path].map(encodeURIComponent).join('/')}`);
    request.upload.addEventListener('progress', ({ loaded }) => onBytes(loaded));
    request.addEventListener('load', () =>
      request.status === 201
        ? resolve()
        : reject(new FaultError({ kind: 'offline', detail: `status ${request.status}` })),
    );
    const failed = () => reject(new FaultError({ kind: 'offline', detail: WITHOUT_BENCHTOP }));
    for (const event of ['error', 'abort', 'timeout']) request.addEventListener(event, failed);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}
