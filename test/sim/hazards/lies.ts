import type { ChooseTrouble, HttpTrouble, ServerAnswer } from '../fake-http.ts';
import type { QuietLab } from '../quiet-lab.ts';
import type { Json } from './altered.ts';

export type Asked = Parameters<ChooseTrouble>[0];

/** The service does what it was asked, and answers something else: one change of its JSON. */
export function lie(change: (answer: Json) => unknown): HttpTrouble {
  return { kind: 'altered', change: answer => withJson(answer, change) };
}

function withJson(answer: ServerAnswer, change: (answer: Json) => unknown): ServerAnswer {
  const text = typeof answer.body === 'string' ? answer.body : new TextDecoder().decode(answer.body);
  if (answer.status >= 300 || text === '') return answer;
  const { 'content-length': _, ...headers } = answer.headers ?? {};
  return { ...answer, headers, body: JSON.stringify(change(JSON.parse(text) as Json)) };
}

/** The elements of a batch answer, changed. */
export function lieInBatch(change: (elements: Json[]) => readonly unknown[]): HttpTrouble {
  return lie(answer => change(answer as unknown as Json[]));
}

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
