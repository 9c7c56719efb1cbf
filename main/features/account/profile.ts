import type { Handlers } from '../../../shared/contract.ts';
import { badRequest, FaultError } from '../../../shared/fault.ts';
import type {
  AccountInfo,
  DeletionOutcome,
  OrganizationInfo,
  UnsentWork,
} from '../../../shared/features/account/model.ts';
import { accountTexts } from '../../../shared/features/account/text.ts';
import { isoMoment, isoTime } from '../../core/calendar.ts';
import { rememberedService } from '../../engine/account/account.ts';
import { isFault } from '../../engine/context/mirror-context.ts';
import { type Credential, credentialText, endOf } from '../../engine/account/credential.ts';
import { openItems } from '../../engine/loop/open-items.ts';
import { ignoringOf } from '../../engine/context/ignore-rules.ts';
import { readSettings } from '../../engine/context/settings.ts';
import type { Item } from '../../core/item.ts';
import type { Journal } from '../../journal/journal.ts';
import { calls } from '../../remote/api/calls.ts';
import type { Line } from '../../remote/api/ask.ts';
import { attentionNumber } from '../attention/attention.ts';
import { unsentMessages } from '../chat/send/unsent-messages.ts';
import { sessionIn } from './sign-in/sign-in-answers.ts';
import { SECRET_PLACE } from './sign-in/finish-sign-in.ts';
import { credentialNow, keyEnd, knownPerson, nullIfFailed, personOf, userOf } from '../../items/signed-in-person.ts';
import type { AppContext } from '../../items/app-context.ts';
import { filesToSend } from '../../items/files-to-send.ts';
import { waitingMerges } from '../../items/waiting-merges.ts';
import { forgetSharing } from '../sharing/read-access.ts';

type ProfileCall =
  | 'account.look'
  | 'account.rename'
  | 'account.unsent'
  | 'account.switchOrganization'
  | 'account.delete';

/** People listed at most. */
const MOST_LISTED = 200;

/** The account: its person, organizations, and deletion. */
export function profileHandlers(context: AppContext): Pick<Handlers, ProfileCall> {
  return {
    'account.look': () => look(context),
    'account.rename': async ({ displayName }) => {
      const line = (await context.engine.connection()).line(null);
      const user = await userOf(line, await credentialNow(context));
      if (user === null) throw badRequest(accountTexts.unknownPerson);
      await calls.updateAccount(line, { path: { appUserId: user }, body: { displayName } });
      const { facts } = context.journal;
      context.person.remember({ ...knownPerson(facts), name: displayName });
      return null;
    },
    'account.unsent': () => Promise.resolve(unsentWork(context)),
    'account.switchOrganization': input => context.engine.exclusively(() => switchTo(context, input.organization)),
    'account.delete': input => context.engine.exclusively(() => remove(context, input.confirm)),
  };
}

async function look(context: AppContext): Promise<AccountInfo> {
  const { journal, engine } = context;
  const credential = await credentialNow(context);
  const link = await engine.connection();
  const line = link.line(null);
  const known = {
    service: rememberedService(journal.facts) ?? '',
    ...knownPerson(journal.facts),
    isEmailConfirmed: null,
    credential: describe(credential, journal),
  };
  try {
    // Only this call proves that the credential is still valid; failures of the others are ignored.
    const organizations = (await link.api(null).organizations()).map(one => infoOf(journal, one));
    const [person, keyName] = await Promise.all([personOf(line, credential), keyNameOf(line, credential)]);
    if (person !== null) context.person.remember(person);
    return {
      ...known,
      ...person,
      credential: { ...known.credential, name: keyName ?? known.credential.name },
      organizations,
      isFresh: true,
    };
  } catch (error) {
    if (!isFault(error, 'offline', 'busy', 'failing', 'scope', 'not-allowed')) throw error;
    return { ...known, organizations: rememberedOrganization(journal), isFresh: false };
  }
}

function describe(credential: Credential, { facts }: Journal): AccountInfo['credential'] {
  const until = credential.kind === 'key' ? isoMoment(keyEnd(facts).at ?? '') : credential.until;
  return {
    kind: credential.kind,
    name: null,
    ends: endOf(credential),
    expiresAt: until === null ? null : isoTime(until),
  };
}

function rememberedOrganization(journal: Journal): OrganizationInfo[] {
  const [id, name] = [journal.facts.get('organization'), journal.facts.get('organizationName')];
  return id === null ? [] : [infoOf(journal, { id, name: name ?? '', role: null })];
}

function infoOf(
  journal: Journal,
  { id, name, role }: { readonly id: string; readonly name: string; readonly role: string | null },
): OrganizationInfo {
  const mirrors = journal.mirrors.all().filter(({ organization }) => organization === id).length;
  return { id, name, role, isActive: journal.facts.get('organization') === id, mirrors };
}

async function keyNameOf(line: Line, credential: Credential): Promise<string | null> {
  const end = endOf(credential);
  if (end === null) return null;
  return nullIfFailed(async () => {
    const matching = (await calls.listKeys(line, {})).filter(({ hint }) => hint?.endsWith(end) === true);
    return matching.length === 1 ? (matching[0]?.name ?? null) : null;
  });
}

async function switchTo(context: AppContext, named: string): Promise<OrganizationInfo> {
  const { journal, engine, world } = context;
  const link = await engine.connection();
  const all = await link.api(null).organizations();
  const found = all.find(
    ({ id, name }) => id === named.toLowerCase() || name.normalize('NFC') === named.normalize('NFC'),
  );
  if (found === undefined)
    throw badRequest(
      accountTexts.noOrganization(
        named,
        all.map(({ name }) => name),
      ),
    );
  const credential = await credentialNow(context);
  if (credential.kind === 'oauth' && journal.facts.get('organization') !== found.id)
    throw badRequest(accountTexts.oneOrganization);
  if (credential.kind === 'session') {
    const answer = await calls.switchOrganization(link.line(null), { path: { organizationId: found.id } });
    const session = sessionIn({ organizationId: found.id, ...answer }, world.clock.now());
    if (session === null) throw new FaultError({ kind: 'failing', status: 200, messages: [] });
    const place = journal.facts.get(SECRET_PLACE);
    await world.secrets.write(credentialText(session), place === 'keyring' || place === 'memory' ? place : 'file');
  }
  journal.transaction(() => {
    // What listings of one organization showed must not appear in another one.
    journal.catalogue.clear();
    forgetSharing(journal.facts);
    journal.facts.set('organization', found.id);
    journal.facts.set('organizationName', found.name);
  });
  engine.renewConnection();
  context.sessions.recheck();
  context.changed();
  context.checkNow();
  return infoOf(journal, found);
}

/**
 * What has not reached the service: files with local changes, files that were put where no mirror is, merges and
 * messages. From the records, so it works offline.
 */
export function unsentWork(context: AppContext): UnsentWork {
  const { journal, world } = context;
  const items: { mirror: string; path: string }[] = [];
  let total = 0;
  for (const mirror of journal.mirrors.all().filter(({ mode }) => mode !== 'download')) {
    const ignoring = ignoringOf(journal, mirror);
    // A file that was not sent differs from its base, so it is among the unfinished items.
    for (const item of journal.items.unfinished(mirror.id, mirror.rootItem)) {
      if (!isUnsent(item)) continue;
      const path = journal.pathOf(item.id);
      if (ignoring.ruling(path, 'file').ignored) continue;
      total += 1;
      if (items.length < MOST_LISTED) items.push({ mirror: mirror.id, path });
    }
  }
  const beside = [
    ...waitingMerges(journal).map(({ mirror, path }) => ({ mirror, path })),
    ...filesToSend(journal).map(({ name }) => ({ mirror: '', path: name })),
  ];
  items.push(...beside.slice(0, MOST_LISTED - items.length));
  total += beside.length;
  const settings = readSettings(journal.facts);
  const open = journal.mirrors.all().map(mirror => openItems({ journal, world, settings }, mirror));
  const counted = open.map(each => ({ blocked: each.blocked.length, conflicted: each.conflicted.length }));
  const messages = unsentMessages(journal.facts);
  return {
    items,
    total,
    messages: messages.slice(0, MOST_LISTED).map(({ title, note }) => ({ title, note })),
    messagesTotal: messages.length,
    open: open.flatMap(({ blocked, conflicted }) => [...blocked, ...conflicted]).slice(0, MOST_LISTED),
    needs: attentionNumber(context, counted),
  };
}

function isUnsent({ kind, local, remote, base, localOnlyContent }: Item): boolean {
  if (kind !== 'file' || local === null) return false;
  if (remote === null) return true;
  return localOnlyContent === null && base?.sha256 !== local.sha256;
}

async function remove(context: AppContext, confirm: string): Promise<DeletionOutcome> {
  const { engine, world, journal } = context;
  const line = (await engine.connection()).line(null);
  try {
    await calls.deleteAccount(line, { body: { confirm: confirm.trim() } });
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    const { fault } = error;
    if (fault.kind === 'scope') return { name: 'kept', status: 403, messages: [accountTexts.keysCannotDelete] };
    if (fault.kind === 'refused') return { name: 'kept', status: fault.status, messages: [...fault.messages] };
    if (fault.kind === 'stale') return { name: 'kept', status: fault.status ?? 409, messages: [fault.detail] };
    throw error;
  }
  await world.secrets.remove();
  journal.transaction(() => context.person.forget());
  engine.renewConnection();
  context.sessions.recheck();
  context.changed();
  return { name: 'deleted' };
}
