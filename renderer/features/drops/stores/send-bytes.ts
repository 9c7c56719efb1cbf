import { HANDED_OVER } from '../../../../shared/desktop/bridge.ts';
import { FaultError, WITHOUT_BENCHTOP } from '../../../../shared/fault.ts';
import type { Collected } from './pick-files.ts';
import { desktop } from '../../../state/desktop.ts';
import { withPass } from '../../../state/window-session.ts';

/** Gives a file to Benchtop. Not with `fetch`, which does not tell how far it is. @throws FaultError. */
export async function sendBytes(
  ticket: string,
  { path, file }: Collected,
  { signal, onBytes }: { readonly signal: AbortSignal; readonly onBytes: (bytes: number) => void },
): Promise<void> {
  // The desktop app reads what lies on the disk by itself: the bytes need not go through the window.
  const handedOver = (await desktop?.handOver(file).catch(() => null)) ?? null;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', withPass(`/drop/${[ticket, ...path].map(encodeURIComponent).join('/')}`));
    request.upload.addEventListener('progress', ({ loaded }) => onBytes(loaded));
    request.addEventListener('load', () => {
      if (request.status !== 201)
        return reject(new FaultError({ kind: 'offline', detail: `status ${request.status}` }));
      onBytes(file.size);
      resolve();
    });
    const failed = () => reject(new FaultError({ kind: 'offline', detail: WITHOUT_BENCHTOP }));
    for (const event of ['error', 'abort', 'timeout']) request.addEventListener(event, failed);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    if (handedOver === null) return request.send(file);
    request.setRequestHeader(HANDED_OVER, handedOver);
    request.send();
  });
}
