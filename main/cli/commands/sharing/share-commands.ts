import { Option } from 'commander';
import { z } from 'zod';

import { effectiveAccess } from '../../../../shared/features/sharing/effective-access.ts';
import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import {
  type GivenRole,
  givenRole,
  type ShareCandidate,
  sharePrincipal,
  type SharePrincipal,
  shareRow,
  type ShareRow,
  shareSource,
  sharingView,
  type SharingView,
  widerFile,
  type WiderFile,
} from '../../../../shared/features/sharing/model.ts';
import {
  audienceText,
  capitalized,
  everyoneIn,
  givenText,
  moreText,
  removedText,
  roleName,
  sharingTexts as texts,
  sourceText,
} from '../../../../shared/features/sharing/text.ts';
import { findNamed, idsOf, placeAt, WHAT } from '../../input/named-things.ts';
import { publicFields } from '../../output/public-json.ts';
import { type Asking, commandGroup, type Row, row } from '../../runner/command-row.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { publicEffects } from '../files/move-command.ts';

interface Json {
  readonly json?: true;
}

interface Path extends Json {
  readonly path: string;
}

interface Folder extends Json {
  readonly folder: string;
}

const WHO = "a name, an address, a person's number, 'team:' and a team's id, or 'organization'";
const ROLE = 'viewer, editor or admin';

const folder = sharingView.shape.folder.unwrap();
const publicSource = publicFields(shareSource, 'how role entry', {
  folder: publicFields(shareSource.shape.folder.unwrap(), 'id name').nullable(),
});
const publicAccess = publicFields(
  shareRow,
  { kind: sharePrincipal.shape.kind, id: sharePrincipal.shape.id },
  'name email role',
  { effectiveRole: shareRow.shape.role },
  'isMe',
  { sources: z.array(publicSource) },
);
const publicFolder = publicFields(folder, 'id name outside', { matching: publicEffects });

/** Who can reach something. */
const aView = {
  json: publicFields(
    sharingView,
    { id: sharingView.shape.serviceId },
    'kind name',
    { access: z.array(publicAccess), folder: publicFolder.nullable() },
    'wider canChange at isFresh',
  ),
  shape: (view: SharingView) => ({
    ...view,
    id: view.serviceId,
    access: view.rows.map(each => ({
      ...each,
      ...each.principal,
      effectiveRole: effectiveAccess(view.rows, each.key).role,
    })),
  }),
  lines: (view: SharingView) => view.rows.map(each => rowLine(each, view)),
};

const publicFiles = z.array(
  publicFields(widerFile, 'id name', {
    folder: publicFields(widerFile.shape.folder.unwrap(), 'id name').nullable(),
    ways: z.array(publicFields(widerFile.shape.ways.element, 'name role')),
  }),
);

/** Files that more people can reach than their folder. */
const someFiles = {
  json: z.object({ files: publicFiles }),
  lines: ({ files }: { readonly files: readonly WiderFile[] }) => files.map(fileLine),
};

/** Who can see a file or folder, and why. */
export const shareRows: readonly Row[] = [
  commandGroup(
    'share',
    'who can see a file or folder, and why',
    'Who can see a file or folder, and why. Every change ends with what the service says afterwards.',
  ),
  row('share list <path>', {
    help: 'Lists everybody who can reach it, with each way. Without the service: what it said last.',
    arguments: [WHAT],
    ...aView,
    run: async (asking, { path }: Path) => asking.client.call('sharing.look', await named(asking, path)),
    tell: viewRemarks,
  }),
  row('share add <path> <who> <role>', {
    help: 'Shares it with somebody. Somebody who has another role here already gets this one.',
    arguments: [WHAT, WHO, ROLE],
    json: aView.json,
    run: add,
    shape: ({ view }) => aView.shape(view),
    lines: ({ view }) => aView.lines(view),
    tell: ({ view, given }, typed) => [...viewRemarks(view, typed), given],
  }),
  row('share role <path> <who> <role>', {
    help: 'Gives an entry of it another role.',
    arguments: [WHAT, WHO, ROLE],
    json: aView.json,
    run: changeRole,
    shape: ({ view }) => aView.shape(view),
    lines: ({ view }) => aView.lines(view),
    tell: ({ view, given }, typed) => [...viewRemarks(view, typed), given],
  }),
  row('share remove <path> <who>', {
    help: "Takes away somebody's own entry. Access that comes from a folder above stays.",
    arguments: [WHAT, WHO],
    json: aView.json,
    run: takeAway,
    shape: ({ view }) => aView.shape(view),
    lines: ({ view }) => aView.lines(view),
    tell: ({ view, removed }, typed) => [...viewRemarks(view, typed), removed],
  }),
  row('share stop-inheriting <folder>', {
    help: 'Copies the entries that a folder inherits onto it, and ends inheriting. This cannot be taken back here.',
    arguments: [WHAT],
    options: [new Option('--yes', 'confirms it').makeOptionMandatory()],
    ...aView,
    run: async (asking, { folder: path }: Folder) =>
      asking.client.call('sharing.stopInheriting', await named(asking, path)),
    tell: viewRemarks,
  }),
  row('share wider <folder>', {
    help: 'Lists the files inside a folder that more people can reach than the folder.',
    arguments: [WHAT],
    ...someFiles,
    run: async (asking, { folder: path }: Folder) => asking.client.call('sharing.wider', await named(asking, path)),
  }),
  row('share narrow <folder> <file-id...>', {
    help: 'Takes away what makes files wider than their folder.',
    arguments: [WHAT, 'ids as share wider prints them'],
    json: z.object({ cleared: z.number(), files: publicFiles }),
    run: async (asking, { folder: path, 'file-id': files }: Folder & { readonly 'file-id': string[] }) =>
      asking.client.call('sharing.narrow', { ...(await named(asking, path)), files }),
    lines: ({ cleared, files }) => [texts.cleared(cleared, files.length)],
  }),
  row('share report', {
    help: 'Lists all files of the organization that are wider than their folder. For its owners and admins.',
    ...someFiles,
    call: 'sharing.report',
    input: () => ({}),
  }),
  row('share after-move <folder> <path...>', {
    help: 'Says who could do more with these after a move into a folder than now, and who less.',
    arguments: ['the folder they would go into', WHAT],
    json: z.object({ gains: publicEffects.nullable(), loses: publicEffects.nullable() }),
    run: async ({ client, context }, { folder: to, path }: Folder & { readonly path: readonly string[] }) => {
      const place = await placeAt(client, context, to);
      return client.call('sharing.ofMove', { ids: await idsOf(client, context, path), to: place });
    },
    lines: ({ gains, loses }) => [texts.gains(gains), texts.loses(loses)],
  }),
];

async function named({ client, context }: Asking, path: string): Promise<{ readonly id: string }> {
  return { id: (await findNamed(client, context, path)).id };
}

interface Wanted extends Path {
  readonly who: string;
  readonly role: string;
}

async function add(asking: Asking, { path, who, role: text }: Wanted) {
  const { id } = await named(asking, path);
  const principal = await principalOf(asking.client, id, who);
  const role = roleOf(text);
  const view = await asking.client.call('sharing.add', { id, principal, role });
  const same = ({ kind, id: of }: SharePrincipal): boolean => kind === principal.kind && of === principal.id;
  const found = view.rows.find(each => same(each.principal));
  return { view, given: found === undefined ? null : givenLine(view, found, role) };
}

async function changeRole(asking: Asking, { path, who, role: text }: Wanted) {
  const { id } = await named(asking, path);
  const { entry, row: found } = entryOf(await asking.client.call('sharing.look', { id }), who);
  const role = roleOf(text);
  const view = await asking.client.call('sharing.changeRole', { id, entry, role });
  return { view, given: givenLine(view, found, role) };
}

async function takeAway(asking: Asking, { path, who }: Path & { readonly who: string }) {
  const { id } = await named(asking, path);
  const { entry, row: found } = entryOf(await asking.client.call('sharing.look', { id }), who);
  const view = await asking.client.call('sharing.remove', { id, entry });
  return { view, removed: removedText(view, { key: found.key, name: nameOf(found, view) }) };
}

/** What lines alone do not tell. */
function viewRemarks(view: SharingView, { json }: Json): readonly string[] {
  if (json) return [];
  return [
    ...(view.isFresh ? [] : [texts.asOf(view.at)]),
    ...(view.canChange ? [] : [texts.onlyLook]),
    texts.canOpen(view.name, audienceText(view.rows, view.organization)),
  ];
}

function givenLine(view: SharingView, found: ShareRow, role: GivenRole): string {
  return givenText(view, { key: found.key, name: nameOf(found, view), role });
}

function nameOf({ name, principal }: ShareRow, { organization }: SharingView): string {
  return principal.kind === 'organization'
    ? capitalized(everyoneIn(organization ?? (name === '' ? null : name)))
    : name;
}

/** The role of a person or team by entries of their own, each way, and what they can do beyond that. */
function rowLine(row: ShareRow, view: SharingView): string {
  const { email, role, sources, isMe } = row;
  const ways = sources.map(source => `${sourceText(source)}${sources.length > 1 ? ` (${roleName(source.role)})` : ''}`);
  const name = nameOf(row, view);
  const more = moreText(view, row);
  return [
    isMe ? texts.you(name) : name,
    ...(email === null ? [] : [email]),
    roleName(role),
    ways.join(', '),
    ...(more === null ? [] : [more]),
  ].join('  ');
}

function fileLine({ id, name, folder: place, ways }: WiderFile): string {
  const who = ways.map(way => `${way.name} (${roleName(way.role)})`).join(', ');
  return [id, name, ...(place === null ? [] : [place.name]), who].join('  ');
}

function roleOf(text: string): GivenRole {
  const read = givenRole.safeParse(text.toLowerCase());
  if (!read.success) throw new Ending(EXIT.usage, texts.noSuchRole(text));
  return read.data;
}

/** The entry of a person or a team. @throws Ending when there is none, or several fit. */
function entryOf(view: SharingView, who: string): { readonly entry: string; readonly row: ShareRow } {
  const row = oneOf(view.rows, who);
  if (row === null) throw new Ending(EXIT.error, texts.notHere(who));
  const entry = row.sources.find(({ how }) => how === 'here')?.entry;
  if (entry === null || entry === undefined) throw new Ending(EXIT.error, texts.hasNoEntry(row.name));
  return { entry, row };
}

async function principalOf(client: EngineClient, id: string, who: string): Promise<SharePrincipal> {
  if (who.toLowerCase() === 'organization') return { kind: 'organization', id: null };
  if (who.startsWith('team:')) return { kind: 'team', id: who.slice('team:'.length) };
  if (/^\d+$/.test(who)) return { kind: 'user', id: who };
  const found = oneOf((await client.call('sharing.find', { id, query: who })).found, who);
  if (found === null) throw new Ending(EXIT.error, texts.nobody(who));
  return found.principal;
}

/** The one that is meant: by the whole address or name, else the only one. @throws Ending when several may be meant. */
function oneOf<T extends ShareCandidate>(all: readonly T[], who: string): T | null {
  const sought = who.toLowerCase();
  const named = ({ principal, name, email }: T): readonly (string | null)[] => [
    email,
    name,
    principal.kind === 'user' ? principal.id : `${principal.kind}${principal.id === null ? '' : `:${principal.id}`}`,
  ];
  const exact = all.filter(each => named(each).some(text => text?.toLowerCase() === sought));
  const some = exact.length > 0 ? exact : all.filter(each => each.name.toLowerCase().includes(sought));
  if (some.length > 1)
    throw new Ending(
      EXIT.error,
      texts.several(
        who,
        some.map(({ name, email }) => (email === null ? name : `${name} <${email}>`)),
      ),
    );
  return some[0] ?? null;
}
