import type { Command } from 'commander';

import { effectiveAccess } from '../../../../shared/features/sharing/effective-access.ts';
import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import {
  type GivenRole,
  givenRole,
  type ShareCandidate,
  type SharePrincipal,
  type ShareRow,
  type SharingView,
  type WiderFile,
} from '../../../../shared/features/sharing/model.ts';
import {
  audienceText,
  capital,
  everyoneIn,
  givenText,
  moreText,
  removedText,
  roleName,
  sharingTexts as texts,
  sourceText,
} from '../../../../shared/features/sharing/text.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { effectShape } from '../files/move-command.ts';
import { find, idsOf, placeAt, WHAT } from '../../input/named-things.ts';

interface Format {
  readonly json?: true;
}

const WHO = "a name, an address, a person's number, 'team:' and a team's id, or 'organization'";
const ROLE = 'viewer, editor or admin';

/** `share list`, `add`, `remove`, `stop-inheriting`, `wider`, `narrow`, `report`, `after-move`. */
export function addShareCommands(program: Command, context: CommandContext): void {
  const share = program
    .command('share')
    .summary('who can see a file or folder, and why')
    .description('Who can see a file or folder, and why. Every change ends with what the service says afterwards.');
  share
    .command('list')
    .description('Lists everybody who can reach it, with each way. Without the service: what it said last.')
    .argument('<path>', WHAT)
    .option('--json', 'print one JSON object')
    .action((path: string, format: Format) =>
      context.ask(async ({ client }) => {
        const { id } = await find(client, context, path);
        printView(context, await client.call('sharing.look', { id }), format);
      }),
    );
  addChanging(share, context);
  addWider(share, context);
  share
    .command('after-move')
    .description('Says who could do more with these after a move into a folder than now, and who less.')
    .argument('<folder>', 'the folder they would go into')
    .argument('<path...>', WHAT)
    .option('--json', 'print one JSON object')
    .action((folder: string, paths: string[], { json }: Format) =>
      context.ask(async ({ client }) => {
        const [to, ids] = [await placeAt(client, context, folder), await idsOf(client, context, paths)];
        const { gains, loses } = await client.call('sharing.ofMove', { ids, to });
        if (json)
          context.printJson({ v: 1, gains: gains?.map(effectShape) ?? null, loses: loses?.map(effectShape) ?? null });
        else context.printLines([texts.gains(gains), texts.loses(loses)]);
      }),
    );
}

function addChanging(share: Command, context: CommandContext): void {
  share
    .command('add')
    .description('Shares it with somebody. Somebody who has another role here already gets this one.')
    .argument('<path>', WHAT)
    .argument('<who>', WHO)
    .argument('<role>', ROLE)
    .option('--json', 'print one JSON object')
    .action((path: string, who: string, role: string, format: Format) =>
      context.ask(async ({ client }) => {
        const { id } = await find(client, context, path);
        const wanted = { id, principal: await principalOf(client, id, who), role: roleOf(role) };
        const view = await client.call('sharing.add', wanted);
        printView(context, view, format);
        const { kind, id: of } = wanted.principal;
        tellGiven(
          context,
          view,
          view.rows.find(({ principal }) => principal.kind === kind && principal.id === of),
          wanted.role,
        );
      }),
    );
  share
    .command('role')
    .description('Gives an entry of it another role.')
    .argument('<path>', WHAT)
    .argument('<who>', WHO)
    .argument('<role>', ROLE)
    .option('--json', 'print one JSON object')
    .action((path: string, who: string, role: string, format: Format) =>
      context.ask(async ({ client }) => {
        const { id } = await find(client, context, path);
        const { entry, row } = entryOf(await client.call('sharing.look', { id }), who);
        const view = await client.call('sharing.changeRole', { id, entry, role: roleOf(role) });
        printView(context, view, format);
        tellGiven(context, view, row, roleOf(role));
      }),
    );
  addTakingAway(share, context);
}

function addTakingAway(share: Command, context: CommandContext): void {
  share
    .command('remove')
    .description("Takes away somebody's own entry. Access that comes from a folder above stays.")
    .argument('<path>', WHAT)
    .argument('<who>', WHO)
    .option('--json', 'print one JSON object')
    .action((path: string, who: string, format: Format) =>
      context.ask(async ({ client }) => {
        const { id } = await find(client, context, path);
        const { entry, row } = entryOf(await client.call('sharing.look', { id }), who);
        const view = await client.call('sharing.remove', { id, entry });
        printView(context, view, format);
        context.tell(removedText(view, { key: row.key, name: nameOf(row, view) }));
      }),
    );
  share
    .command('stop-inheriting')
    .description(
      'Copies the entries that a folder inherits onto it, and ends inheriting. This cannot be taken back here.',
    )
    .argument('<folder>', WHAT)
    .requiredOption('--yes', 'confirms it')
    .option('--json', 'print one JSON object')
    .action((path: string, format: Format) =>
      context.ask(async ({ client }) => {
        const { id } = await find(client, context, path);
        printView(context, await client.call('sharing.stopInheriting', { id }), format);
      }),
    );
}

function addWider(share: Command, context: CommandContext): void {
  share
    .command('wider')
    .description('Lists the files inside a folder that more people can reach than the folder.')
    .argument('<folder>', WHAT)
    .option('--json', 'print one JSON object')
    .action((path: string, { json }: Format) =>
      context.ask(async ({ client }) => {
        const { id } = await find(client, context, path);
        printFiles(context, (await client.call('sharing.wider', { id })).files, json);
      }),
    );
  share
    .command('narrow')
    .description('Takes away what makes files wider than their folder.')
    .argument('<folder>', WHAT)
    .argument('<file-id...>', 'ids as share wider prints them')
    .option('--json', 'print one JSON object')
    .action((path: string, files: string[], { json }: Format) =>
      context.ask(async ({ client }) => {
        const { id } = await find(client, context, path);
        const { cleared, files: left } = await client.call('sharing.narrow', { id, files });
        if (json) context.printJson({ v: 1, cleared, files: left.map(fileShape) });
        else context.printLines([texts.cleared(cleared, left.length)]);
      }),
    );
  share
    .command('report')
    .description('Lists all files of the organization that are wider than their folder. For its owners and admins.')
    .option('--json', 'print one JSON object')
    .action(({ json }: Format) =>
      context.ask(async ({ client }) => printFiles(context, (await client.call('sharing.report', {})).files, json)),
    );
}

function printView(context: CommandContext, view: SharingView, { json }: Format): void {
  if (json) return context.printJson(viewShape(view));
  context.printLines(view.rows.map(row => rowLine(row, view)));
  if (!view.isFresh) context.tell(texts.asOf(view.at));
  if (!view.canChange) context.tell(texts.onlyLook);
  context.tell(texts.canOpen(view.name, audienceText(view.rows, view.organization)));
}

function tellGiven(context: CommandContext, view: SharingView, row: ShareRow | undefined, role: GivenRole): void {
  if (row !== undefined) context.tell(givenText(view, { key: row.key, name: nameOf(row, view), role }));
}

function nameOf({ name, principal }: ShareRow, { organization }: SharingView): string {
  return principal.kind === 'organization' ? capital(everyoneIn(organization ?? (name === '' ? null : name))) : name;
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

function viewShape({ serviceId, kind, name, rows, folder, wider, canChange, at, isFresh }: SharingView): object {
  return {
    v: 1,
    id: serviceId,
    kind,
    name,
    access: rows.map(row => ({
      kind: row.principal.kind,
      id: row.principal.id,
      name: row.name,
      email: row.email,
      role: row.role,
      effectiveRole: effectiveAccess(rows, row.key).role,
      isMe: row.isMe,
      sources: row.sources.map(({ how, role, entry, folder: from }) => ({ how, role, entry, folder: from })),
    })),
    folder:
      folder === null
        ? null
        : { id: folder.id, name: folder.name, outside: folder.outside, matching: folder.matching.map(effectShape) },
    wider,
    canChange,
    at,
    isFresh,
  };
}

function printFiles(context: CommandContext, files: readonly WiderFile[], json: true | undefined): void {
  if (json) return context.printJson({ v: 1, files: files.map(fileShape) });
  context.printLines(
    files.map(({ id, name, folder, ways }) => {
      const who = ways.map(way => `${way.name} (${roleName(way.role)})`).join(', ');
      return [id, name, ...(folder === null ? [] : [folder.name]), who].join('  ');
    }),
  );
}

function fileShape({ id, name, folder, ways }: WiderFile): object {
  return { id, name, folder, ways: ways.map(way => ({ name: way.name, role: way.role })) };
}

function roleOf(text: string): GivenRole {
  const read = givenRole.safeParse(text.toLowerCase());
  if (!read.success) throw new Ending(EXIT.usage, texts.noSuchRole(text));
  return read.data;
}

/** Somebody's own entry. @throws Ending when there is none, or several fit. */
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
