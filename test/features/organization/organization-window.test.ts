import { expect, test, vi } from 'vitest';

import type { Handlers } from '../../../shared/contract.ts';
import { FaultError } from '../../../shared/fault.ts';
import type * as model from '../../../shared/features/organization/model.ts';
import { settle, started, stillWindows } from '../../renderer/still-window.ts';
import { toastText } from '../../renderer/last-toast.ts';

stillWindows();
const factsStore = () => import('../../../renderer/features/organization/stores/organization-facts.ts');

async function done<T>(work: Promise<T>): Promise<T> {
  await settle();
  return work;
}

/** What the window is told of who is signed in. */
const signedIn = (organization: string, organizationId: string) =>
  ({ name: 'ready', service: 'https://kb', organization, organizationId }) as const;

const refused = (detail: string): never => {
  throw new FaultError({ kind: 'bad-request', detail });
};

const VIEW: model.OrganizationView = {
  id: 'o1',
  name: 'Halden Lab',
  role: 'Owner',
  isDefault: true,
  mayManage: true,
  pilotStart: '2026-09-01T10:00:00.000Z',
  pilotEnd: null,
  autotidy: false,
  billing: null,
};
const JONAS: model.OrganizationMember = {
  id: 'm2',
  userId: 2,
  name: 'Jonas',
  email: null,
  role: 'Member',
  isMe: false,
};

test('somebody whose role another administrator changed is shown as he is now, with what went wrong', async () => {
  const asked: unknown[] = [];
  let role = 'Member';
  await started({
    'organization.members': async () => ({ members: [{ ...JONAS, role }] }),
    'organization.setRole': async input => {
      asked.push(input);
      return refused('Jonas is Admin now. Nothing was changed.');
    },
  });
  const { members, setMemberRole } = await import('../../../renderer/features/organization/stores/people.ts');
  await done(members.read());
  role = 'Admin';
  expect(await done(setMemberRole(JONAS, 'Owner'))).toBe(false);
  await settle();
  expect(asked).toEqual([{ member: 'm2', seen: 'Member', role: 'Owner' }]);
  const fault = { detail: 'Jonas is Admin now. Nothing was changed.' };
  expect([members.use.getState(), await toastText()]).toMatchObject([{ value: [{ role: 'Admin' }], fault }, null]);
});

test.each([
  [{ kind: 'offline', detail: 'x' } as const, 'could not be reached, so nothing was changed'],
  [{ kind: 'busy', retryAfterMs: 34_000 } as const, 'nothing was changed. Try again in 34 s'],
])('a change that met %o is said not to be made: none is kept for later', async (fault, sentence) => {
  await started({
    'organization.rename': async () => {
      throw new FaultError(fault);
    },
  });
  const { organization, renameOrganization } = await factsStore();
  expect(await done(renameOrganization('New'))).toBe(false);
  expect(organization.use.getState().fault).toMatchObject({
    kind: 'bad-request',
    detail: expect.stringContaining(sentence),
  });
});

test('a change whose answer Benchtop could not give is not said to be undone', async () => {
  const far = await started({ 'organization.rename': () => new Promise(() => undefined) });
  const { organization, renameOrganization } = await factsStore();
  const renaming = renameOrganization('New');
  await settle();
  far.breakPipe();
  expect(await done(renaming)).toBe(false);
  expect(organization.use.getState().fault).toMatchObject({ detail: expect.stringContaining('is not known') });
});

test('an answer that was asked for before a change does not replace what the change said', async () => {
  let answer: (view: model.OrganizationView) => void = () => undefined;
  await started({
    'organization.look': () => new Promise(resolve => (answer = resolve)),
    'organization.rename': async ({ name }) => ({ ...VIEW, name }),
  });
  const { organization, renameOrganization } = await factsStore();
  const reading = organization.read();
  await done(renameOrganization('New'));
  answer(VIEW);
  await done(reading);
  expect(organization.use.getState()).toMatchObject({ value: { name: 'New' }, isReading: false });
});

test('of another organization nothing is shown, not even what comes late', async () => {
  let answer: (view: model.OrganizationView) => void = () => undefined;
  const far = await started({ 'organization.look': () => new Promise(resolve => (answer = resolve)) });
  far.topics.publish('account.session', signedIn('Halden', 'o1'));
  await import('../../../renderer/features/organization/stores/opening.ts');
  const { organization } = await factsStore();
  await settle();
  const reading = organization.read();
  await settle();
  far.topics.publish('account.session', signedIn('Halden', 'o2'));
  await settle();
  answer(VIEW);
  await done(reading);
  expect(organization.use.getState()).toMatchObject({ value: null, isReading: false });
});

test('a day of the pilot that was not changed keeps its time, and an empty one is none', async () => {
  const asked: unknown[] = [];
  await started({
    'organization.look': async () => VIEW,
    'organization.setPilot': async dates => {
      asked.push(dates);
      return { ...VIEW, pilotEnd: dates.end };
    },
  });
  const { organization, setPilot } = await factsStore();
  await done(organization.read());
  expect(await done(setPilot('2026-09-01', '2027-02-28'))).toBe(true);
  await done(setPilot('', '2027-02-28'));
  expect(asked).toEqual([
    { start: VIEW.pilotStart, end: '2027-02-28T00:00:00.000Z' },
    { start: null, end: '2027-02-28T00:00:00.000Z' },
  ]);
});

const file = (at: number): model.OrganizationFile => ({
  id: `f${at}`,
  name: `run ${at}.fcs`,
  folder: null,
  owner: 1,
  visibility: null,
  sizeBytes: null,
  createdAt: null,
  updatedAt: null,
});

/** A list of pages with a hundred files each; `search` finds the last file of each page. */
function listOf(pages: number, asked: number[]): Partial<Handlers> {
  return {
    'organization.files': async ({ page, search }) => {
      asked.push(page);
      const all = Array.from({ length: 100 }, (_, at) => file(page * 100 + at));
      return { files: search === '' ? all : all.slice(-1), total: pages * 100, next: page < pages ? page + 1 : null };
    },
  };
}

test('all files come page by page, a search reads on until enough is found, and reading on can be stopped', async () => {
  const asked: number[] = [];
  await started(listOf(7, asked));
  const { findFiles, readFiles, stopReadingFiles, useAllFiles } =
    await import('../../../renderer/features/organization/stores/all-files.ts');
  await done(findFiles(''));
  expect(useAllFiles.getState()).toMatchObject({ pages: 1, total: 700, isWhole: false, isReading: false });
  await done(readFiles(100));
  expect(useAllFiles.getState().files).toHaveLength(200);
  await done(findFiles('run'));
  expect(useAllFiles.getState()).toMatchObject({ pages: 7, isWhole: true });
  expect(useAllFiles.getState().files).toHaveLength(7);
  const reading = findFiles('fcs');
  stopReadingFiles();
  await done(reading);
  expect(useAllFiles.getState()).toMatchObject({ pages: 1, isWhole: false, isReading: false });
  await done(readFiles(100));
  expect(useAllFiles.getState().files.map(({ id }) => id)).toEqual(
    [199, 299, 399, 499, 599, 699, 799].map(at => `f${at}`),
  );
});

test('a page that could not be read is asked for again, and none is left out', async () => {
  const asked: number[] = [];
  const pages = listOf(2, asked);
  let troubles = 1;
  await started({
    'organization.files': async input => {
      if (input.page === 2 && troubles-- > 0) throw new FaultError({ kind: 'busy', retryAfterMs: null });
      return (await pages['organization.files']?.(input)) ?? refused('no page');
    },
  });
  const { findFiles, readFiles, useAllFiles } =
    await import('../../../renderer/features/organization/stores/all-files.ts');
  await done(findFiles(''));
  await done(readFiles(100));
  expect(useAllFiles.getState()).toMatchObject({ fault: { kind: 'busy' }, isReading: false });
  await done(readFiles(100));
  expect(useAllFiles.getState()).toMatchObject({ fault: null, isWhole: true });
  expect(useAllFiles.getState().files).toHaveLength(200);
  expect(asked).toEqual([1, 2]);
});

test('no export that was begun here is nothing to complain about, and one that is built is looked at until it is ready', async () => {
  const job = { id: 'j1', status: 'running', isReady: false, createdAt: null, completedAt: null, sizeBytes: null };
  let looks = 0;
  await started({
    'export.start': async () => job,
    'export.look': async () => {
      looks += 1;
      if (looks === 1) return refused('No export was begun from this computer. To begin one: benchtop export start');
      return looks < 4 ? job : { ...job, status: 'completed', isReady: true };
    },
  });
  const { exporting, startExport, watchExport } =
    await import('../../../renderer/features/organization/stores/exports.ts');
  await done(exporting.read());
  expect(exporting.use.getState()).toMatchObject({ value: { job: null }, fault: null });
  const leave = watchExport();
  await done(startExport());
  await vi.advanceTimersByTimeAsync(120_000);
  expect(exporting.use.getState().value?.job?.isReady).toBe(true);
  expect(looks).toBe(4);
  leave();
});

test('an edit of a project names only what was changed', async () => {
  const asked: unknown[] = [];
  const about = {
    id: 'p1',
    name: 'Plates',
    description: 'All of them',
    icon: null,
    role: 'owner',
    members: 1,
    createdAt: null,
    updatedAt: null,
  };
  await started({
    'projects.look': async () => ({ project: about, members: [] }),
    'projects.change': async input => {
      asked.push(input);
      return about;
    },
  });
  const { editProject, openProject } = await import('../../../renderer/features/organization/stores/projects.ts');
  openProject('p1');
  await settle();
  await done(editProject(about, { name: 'Plates 2', description: '', icon: '' }));
  expect(asked).toEqual([{ id: 'p1', name: 'Plates 2', description: null }]);
});

test('a key is given to whoever made it, and no store keeps it', async () => {
  const list = { standing: 'there' as const, keys: [], policy: null };
  const made = {
    id: 'k1',
    name: 'Bench',
    hint: null,
    userId: 1,
    who: null,
    createdAt: null,
    expiresAt: null,
    isInUse: false,
    revokedAt: null,
  };
  await started({ 'keys.make': async () => ({ made, secret: 'svc_live_secret', list }) });
  const { keys, makeKey } = await import('../../../renderer/features/organization/stores/keys.ts');
  expect(await done(makeKey('Bench', ''))).toBe('svc_live_secret');
  const { useSaying } = await import('../../../renderer/state/announcements.ts');
  expect(JSON.stringify([keys.use.getState(), useSaying.getState()])).not.toContain('svc_live_secret');
});

test('an audit log is narrowed, and what is older joins on', async () => {
  const asked: unknown[] = [];
  const at = (id: number) => ({
    id: `a${id}`,
    at: null,
    action: id > 1 ? 'signedIn' : 'joined',
    userId: null,
    who: null,
    via: null,
    target: null,
  });
  await started({
    'audit.page': async input => {
      asked.push(input);
      return {
        standing: 'there',
        lines: input.page === 1 ? [at(3), at(2)] : [at(2), at(1)],
        total: 3,
        next: input.page === 1 ? 2 : null,
      };
    },
  });
  const { audit, narrowAudit, readOlderAudit } =
    await import('../../../renderer/features/organization/stores/audit.ts');
  await done(audit.read());
  await done(readOlderAudit());
  expect(audit.use.getState().value).toMatchObject({ actions: ['joined', 'signedIn'], next: null });
  expect(audit.use.getState().value?.lines.map(({ id }) => id)).toEqual(['a3', 'a2', 'a1']);
  await done(narrowAudit({ action: 'signedIn' }));
  await done(audit.read());
  expect(asked.slice(2)).toEqual([
    { action: 'signedIn', user: null, page: 1 },
    { action: 'signedIn', user: null, page: 1 },
  ]);
});

test('what was decided about is no longer proposed', async () => {
  const one = (id: string) => ({
    id,
    fileId: null,
    fileName: `${id}.csv`,
    kind: 'tag',
    before: null,
    after: null,
    reason: null,
    createdAt: null,
  });
  await started({
    'proposals.page': async () => ({ standing: 'there', proposals: [one('r1'), one('r2')], total: 2, next: null }),
    'proposals.decide': async () => null,
  });
  const { decideProposal, proposals } = await import('../../../renderer/features/organization/stores/proposals.ts');
  await done(proposals.read());
  await done(decideProposal(one('r1'), true));
  expect(proposals.use.getState()).toMatchObject({ value: { proposals: [{ id: 'r2' }], total: 1 } });
  expect(await toastText()).toBe("What was proposed for 'r1.csv' is carried out.");
});

/** What answers a switch to an organization of this name. */
function switchingTo(name: string): Partial<Handlers> {
  const there = { id: 'o2', name, role: 'Member', isActive: true, mirrors: 0 };
  const credential = { kind: 'key', name: null, ends: null, expiresAt: null } as const;
  const person = { service: 'https://kb', name: null, email: null, isEmailConfirmed: null, credential };
  return {
    'account.switchOrganization': async () => there,
    'account.look': async () => ({ ...person, organizations: [there], isFresh: true }),
  };
}

test('until the session tells of another organization nothing is on show, and what is done there then is told', async () => {
  let looks = 0;
  const far = await started({
    ...switchingTo('Weir'),
    'organization.look': async () => ((looks += 1), VIEW),
    'organization.makeDefault': async () => ({ ...VIEW, name: 'Weir' }),
  });
  const session = (organization: string, organizationId: string) =>
    far.topics.publish('account.session', signedIn(organization, organizationId));
  session('Halden', 'o1');
  const { actIn } = await import('../../../renderer/features/organization/stores/opening.ts');
  const { makeDefault, organization } = await factsStore();
  await done(organization.read());
  await done(actIn('o2'));
  expect([looks, organization.use.getState().value]).toEqual([1, null]);
  session('Weir', 'o2');
  await settle();
  expect(await done(makeDefault())).toBe(true);
  expect(await toastText()).toBe("'Weir' is what you find after signing in now.");
});

test('an organization that somebody gives another name stays on show, and what is being changed comes to its end', async () => {
  let answer: (view: model.OrganizationView) => void = () => undefined;
  const far = await started({
    'organization.look': async () => VIEW,
    'organization.setAutotidy': () => new Promise(resolve => (answer = resolve)),
  });
  far.topics.publish('account.session', signedIn('Halden', 'o1'));
  await import('../../../renderer/features/organization/stores/opening.ts');
  const { organization, setAutotidy } = await factsStore();
  await done(organization.read());
  const changing = setAutotidy(true);
  await settle();
  far.topics.publish('account.session', signedIn('Halden Institute', 'o1'));
  await settle();
  expect(organization.use.getState().value).toEqual(VIEW);
  answer({ ...VIEW, autotidy: true });
  expect(await done(changing)).toBe(true);
  expect(organization.use.getState()).toMatchObject({ value: { autotidy: true } });
  expect(await toastText()).toBe('Auto-tidy is on.');
});

test('of two organizations with one name nothing of the one is shown for the other', async () => {
  const far = await started({
    ...switchingTo('Halden'),
    'organization.look': async () => ({ ...VIEW, id: 'o2' }),
  });
  far.topics.publish('account.session', signedIn('Halden', 'o1'));
  const { actIn } = await import('../../../renderer/features/organization/stores/opening.ts');
  const { organization } = await factsStore();
  await settle();
  await done(actIn('o2'));
  await done(organization.read());
  far.topics.publish('account.session', signedIn('Halden', 'o2'));
  await settle();
  expect(organization.use.getState().value).toBe(null);
});
