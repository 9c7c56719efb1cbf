import type { Output } from '../../../shared/contract.ts';
import type { FolderPlace } from '../../../shared/features/browse/place-model.ts';
import type { Computer } from '../../sim/world/computer.ts';
import { QuietLab } from '../../sim/lab/quiet-lab.ts';
import type { FakeRequest } from '../../sim/service/fake-exchange.ts';

export interface Stage {
  readonly lab: QuietLab;
  readonly ada: Computer;
  /** Asks the service as a person of it. */
  readonly as: (user: number, method: FakeRequest['method'], path: string, body?: unknown) => Answer;
  readonly organization: string;
  /** A folder of the library, with one below it. */
  readonly protocols: string;
  readonly old: string;
  readonly files: { readonly pcr: string; readonly buffers: string; readonly lists: string };
}

interface Answer {
  readonly status: number;
  readonly body: { readonly id?: string; readonly items?: readonly { id: string; name: string }[] };
}

/**
 * A library with a file at its top and two folders inside one another with a file each, published by the owner out of a
 * folder that is in no mirror; and Ada, who has her own folder mirrored.
 */
export async function stage(): Promise<Stage> {
  const lab = new QuietLab();
  const there = lab.service.colleague(0);
  const as: Stage['as'] = (who, method, path, body) => {
    const headers = {
      authorization: `Bearer ${lab.service.users[who]?.apiKey ?? ''}`,
      'content-type': 'application/json',
    };
    const text = body === undefined ? new Uint8Array() : new TextEncoder().encode(JSON.stringify(body));
    const url = `${lab.service.baseUrl}${path}`;
    const { status, body: said } = lab.service.handle({ method, url, headers, body: text });
    const answer = new TextDecoder().decode(said);
    return { status, body: answer === '' ? {} : (JSON.parse(answer) as Answer['body']) };
  };
  const organizations = as(0, 'GET', '/organizations').body as unknown as readonly { id: string }[];
  const organization = organizations[0]?.id ?? '';
  const folder = (name: string, parentFolderId?: string): string =>
    as(0, 'POST', `/organizations/${organization}/library/folders`, { name, parentFolderId }).body.id ?? '';
  const protocols = folder('Protocols');
  const old = folder('Old', protocols);
  const drawer = there.createFolder(null, 'Drawer');
  const publish = (name: string, text: string, orgFolderId: string | null): string => {
    there.createFile(drawer, name, new TextEncoder().encode(text));
    const id = as(0, 'GET', `/folders/${drawer}/files`).body.items?.find(file => file.name === name)?.id ?? '';
    as(0, 'POST', `/files/${id}/promote`, { visibility: 'library', orgFolderId });
    return id;
  };
  const files = {
    pcr: publish('pcr.md', '# PCR\n', protocols),
    buffers: publish('buffers.csv', 'name,ph\nTE,8\n', old),
    lists: publish('lists.txt', 'reagents\n', null),
  };
  const ada = await lab.computer('Ada');
  ada.disk.tree.mkdir('/data/kept');
  return { lab, ada, as, organization, protocols, old, files };
}

export async function look({ lab, ada }: Stage, place: FolderPlace, now = false): Promise<Output<'files.window'>> {
  await lab.call(ada, 'files.check', { place, now, folders: false, wait: true });
  return seen({ lab, ada }, place);
}

export function seen({ lab, ada }: Pick<Stage, 'lab' | 'ada'>, place: FolderPlace): Promise<Output<'files.window'>> {
  const sorting = { column: 'name', direction: 'ascending' } as const;
  return lab.call(ada, 'files.window', { place, sorting, filter: '', from: 0, count: 100, anchor: null, chosen: [] });
}

export const names = ({ rows }: Output<'files.window'>): string[] => rows.map(({ name }) => name);
export const cutOff = ({ lab }: Stage): void => void (lab.trouble = () => ({ kind: 'no-connection' }));

export function instead(status: number, body: unknown) {
  const headers = { 'content-type': 'application/json' };
  return { kind: 'instead' as const, answer: { status, headers, body: JSON.stringify(body) } };
}
