import type { FakeServer, HttpTrouble } from '../fakes/fake-http.ts';
import type { QuietLab } from './quiet-lab.ts';
import { serverOf } from '../world/server-of.ts';

/** A JSON answer of the service, as far as these tests look into one. */
export type Json = { [name: string]: unknown };

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Answers with JSON in place of the service. */
export function instead(status: number, json: unknown): HttpTrouble {
  const headers = { 'content-type': 'application/json' };
  return { kind: 'instead', answer: { status, headers, body: JSON.stringify(json) } };
}

/** Answers a GET as the service would, but for one change. */
export function altered(lab: QuietLab, url: string, change: (answer: Json) => unknown): HttpTrouble {
  const server: FakeServer = serverOf(lab.service);
  const headers = new Map([['x-api-key', lab.service.users[0]?.apiKey ?? '']]);
  const answer = server({ method: 'GET', url, headers, body: new Uint8Array() });
  const text = typeof answer.body === 'string' ? answer.body : new TextDecoder().decode(answer.body);
  return instead(answer.status, change(JSON.parse(text) as Json));
}

/** Whether a request lists the files or the folders of a folder. */
export function isList({ method, url }: { method: string; url: string }): boolean {
  return method === 'GET' && /\/folders\/[^/]+\/(files|children)/.test(url);
}

/** The rows of a list, bare or in an envelope, changed. */
export function rows(answer: Json, change: (rows: readonly Json[]) => readonly Json[]): unknown {
  if (Array.isArray(answer)) return change(answer as readonly Json[]);
  return { ...answer, items: change(answer['items'] as readonly Json[]) };
}

/** The id of what is at a path of the service. */
export function idOf(lab: QuietLab, path: string): string {
  const found = lab.service.sights.tree(lab.root).find(entry => entry.path === path);
  if (found === undefined) throw new Error(`Nothing is at '${path}'`);
  return found.id;
}

/** The texts of all versions of a file, oldest first. */
export function versionsOf(lab: QuietLab, file: string): readonly string[] {
  return lab.service.sights.versionsOf(file).map(version => new TextDecoder().decode(version.bytes));
}
