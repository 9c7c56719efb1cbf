import { serveFile } from '../../../../shared/preview/formats/file-port.ts';
import type { ViewedFile } from '../viewer.ts';
import { portOf } from './port-of.ts';

/** The end of a channel over which a worker asks for parts of a file. */
export function portTo(file: ViewedFile, signal: AbortSignal, onFailed: (thrown: unknown) => void): MessagePort {
  const { port1, port2 } = new MessageChannel();
  serveFile(portOf(port1), (from, to) => file.read([from, to], signal), onFailed);
  signal.addEventListener('abort', () => port1.close());
  return port2;
}
