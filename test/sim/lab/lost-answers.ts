import type { ChooseTrouble } from '../fakes/fake-http.ts';
import type { QuietLab } from './quiet-lab.ts';

export type Asked = Parameters<ChooseTrouble>[0];

export const isBatch = ({ method, url }: Asked): boolean => method === 'POST' && url.endsWith('/files/upload/batch');
export const isSingle = ({ method, url }: Asked): boolean => method === 'POST' && url.endsWith('/files/upload');
export const isConfirm = ({ method, url }: Asked): boolean => method === 'POST' && /\/upload\/confirm/.test(url);

/** Adds what a lab's computers ask to its troubles: which addresses got bytes, each as often as it did. */
export function watchAddresses(lab: QuietLab): readonly string[] {
  const addresses: string[] = [];
  const before = lab.trouble;
  lab.trouble = request => {
    if (request.method === 'PUT' && request.url.startsWith('http://127.0.0.1:2')) addresses.push(request.url);
    return before(request);
  };
  return addresses;
}
