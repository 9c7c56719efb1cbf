import { expect, test } from 'vitest';

import { bytes, instead } from '../../lab/altered-answers.ts';
import { serviceFiles } from '../../judges/invariants.ts';
import type { Computer } from '../../world/computer.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';

const OTHER = '/home/weir';
const LEON = 3;

/** One person in two organizations, a folder of each mirrored into a data directory. */
async function twoOrganizations() {
  const lab = new QuietLab();
  lab.service.setMember(0, LEON, true);
  const leon = lab.service.colleague(LEON);
  const shared = leon.createFolder(null, 'Weir data');
  leon.shareWithAll(shared, 'editor');
  const ada = await lab.computer('Ada');
  ada.disk.tree.mkdir(OTHER);
  await lab.call(ada, 'mirrors.add', { remote: shared, local: OTHER, mode: 'two-way', organization: 'Weir Group' });
  lab.save(ada, { 'a.csv': 'of the lab' });
  ada.disk.tree.write(`${OTHER}/b.csv`, 'of the others');
  const there = (): unknown => [lab.there(), Object.fromEntries(serviceFiles(lab.service, shared))];
  const here = (): unknown => [ada.texts(), ada.disk.tree.texts(OTHER)];
  return { lab, ada, shared, leon, there, here };
}

const ENDED = instead(403, { errorCode: 'ORGANIZATION_ACCESS_REVOKED', messages: ['Your access has ended.'] });

/** The organization that a request is for, as its header says. */
const organizationOf = ({ headers }: { readonly headers: { readonly [name: string]: string } }): string =>
  headers['X-Organization-Id'] ?? '';

test('two organizations in one data directory are kept in step at once, each call in the name of its own [S51]', async () => {
  const { lab, ada, shared, leon, there, here } = await twoOrganizations();
  const asked = new Map<string, Set<string>>();
  lab.trouble = request => {
    const [, folder] = /\/folders\/([0-9a-f-]{36})/.exec(request.url) ?? [];
    if (folder !== undefined) asked.set(folder, (asked.get(folder) ?? new Set()).add(organizationOf(request)));
    return null;
  };
  await lab.sync(ada);
  leon.createFile(shared, 'c.csv', bytes('new at the others'));
  await lab.sync(ada);
  const both = [{ 'a.csv': 'of the lab' }, { 'b.csv': 'of the others', 'c.csv': 'new at the others' }];
  expect([there(), here()]).toEqual([both, both]);
  const [first, second] = await lab.call(ada, 'mirrors.list', null);
  expect(first?.organization).not.toBe(second?.organization);
  expect([asked.get(lab.root), asked.get(shared)]).toEqual([
    new Set([first?.organization]),
    new Set([second?.organization]),
  ]);
});

test('signing in again, with another organization coming first, redirects no mirror [S51]', async () => {
  const { lab, ada, here, there } = await twoOrganizations();
  await lab.sync(ada);
  const before = await lab.call(ada, 'mirrors.list', null);
  // The service makes the other one the active organization: it comes first from now on.
  lab.trouble = ({ url }) =>
    url.endsWith('/organizations')
      ? instead(200, [
          { id: before[1]?.organization, name: 'Weir Group' },
          { id: before[0]?.organization, name: 'Halden Lab' },
        ])
      : null;
  const key = lab.service.users[0]?.apiKey ?? '';
  await lab.call(ada, 'account.signIn', { service: lab.service.baseUrl, key, store: null });
  lab.save(ada, { 'a.csv': 'edited' });
  ada.disk.tree.write(`${OTHER}/b.csv`, 'edited there');
  expect(await lab.sync(ada)).toMatchObject({ sent: 2, blocked: [], conflicted: [] });
  expect(await lab.call(ada, 'mirrors.list', null)).toEqual(before);
  expect(there()).toEqual(here());
});

test.each(['first', 'second'] as const)(
  'access to the organization of the %s mirror ends: that one halts, keeps every file, and the other goes on',
  async which => {
    const { lab, ada, there, here } = await twoOrganizations();
    await lab.sync(ada);
    const mirrors = await lab.call(ada, 'mirrors.list', null);
    const [ended, other] = which === 'first' ? [mirrors[0], mirrors[1]] : [mirrors[1], mirrors[0]];
    let asked = 0;
    lab.trouble = request => {
      if (organizationOf(request) !== ended?.organization) return null;
      asked += 1;
      return ENDED;
    };
    const before = here();
    ada.app.start();
    const pass = (ms: number): Promise<void> => lab.pass(ms);
    await pass(60_000);
    const afterFirst = asked;
    ada.disk.tree.write(`${other?.local}/new.csv`, 'goes on');
    await pass(3_600_000);
    // Retrying does not help (spec 7, rule 2).
    expect(asked).toBe(afterFirst);
    expect(await lab.call(ada, 'mirrors.list', null)).toMatchObject(
      mirrors.map(({ id }) => ({ id, state: id === ended?.id ? 'halted' : 'active' })),
    );
    expect(JSON.stringify(there())).toContain('goes on');
    expect(here()).toMatchObject(before as object);
    // Let in again, and signed in again: everything goes on.
    lab.trouble = () => null;
    const key = lab.service.users[0]?.apiKey ?? '';
    await lab.call(ada, 'account.signIn', { service: lab.service.baseUrl, key, store: null });
    await pass(60_000);
    expect(await lab.call(ada, 'mirrors.list', null)).toMatchObject([{ state: 'active' }, { state: 'active' }]);
    expect(there()).toEqual(here());
  },
);

test('somebody who is taken out of one organization keeps its files here, and the other goes on', async () => {
  const { lab, ada, here } = await twoOrganizations();
  await lab.sync(ada);
  const before = here();
  lab.service.setMember(0, LEON, false);
  for (let turn = 0; turn < 4; turn++) {
    expect(await lab.syncTwice(ada)).toMatchObject({ removed: 0, blocked: [{ mirror: 'm2' }], stopped: null });
    lab.clock.advanceBy(600_000);
  }
  lab.save(ada, { 'new.csv': 'goes on' });
  expect(await lab.sync(ada)).toMatchObject({ sent: 1 });
  expect(here()).toMatchObject(before as object);
});

test('a list of one organization that cannot be understood halts its mirror; the other goes on', async () => {
  const { lab, ada } = await twoOrganizations();
  await lab.sync(ada);
  const [first] = await lab.call(ada, 'mirrors.list', null);
  lab.trouble = request =>
    organizationOf(request) === first?.organization ? instead(500, { messages: ['Broken.'] }) : null;
  ada.disk.tree.write(`${OTHER}/new.csv`, 'goes on');
  expect(await lab.sync(ada)).toMatchObject({ sent: 1, stopped: null, blocked: [{ mirror: 'm1', reason: 'failing' }] });
  lab.trouble = () => null;
  expect(await lab.sync(ada)).toMatchObject({ blocked: [] });
});

test('an organization that nobody knows is refused with those there are', async () => {
  const { lab, ada, shared } = await twoOrganizations();
  const adding = lab.call(ada, 'mirrors.add', {
    remote: shared,
    local: OTHER,
    mode: 'two-way',
    organization: 'Nobody',
  });
  await expect(adding).rejects.toThrow(/no organization 'Nobody'.*Halden Lab \(.*Weir Group \(/);
});

/** A person in two organizations, whose key the service says to be for `bound`; null: it does not tell. */
async function keyFor(
  bound: string | null,
): Promise<{ lab: QuietLab; ada: Computer; enter: Enter; ids: readonly string[] }> {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  await lab.call(ada, 'mirrors.remove', { id: 'm1' });
  await lab.call(ada, 'account.signOut', null);
  const ids = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
  const organizations = ids.map((id, at) => ({ id, name: at === 0 ? 'Halden Lab' : 'Weir Group' }));
  lab.trouble = ({ url }) => {
    if (url.endsWith('/organizations')) return instead(200, organizations);
    if (!url.endsWith('/auth/validate-token')) return null;
    return bound === null
      ? instead(404, { messages: [] })
      : instead(200, { valid: true, userId: 1, organizationId: bound });
  };
  const key = lab.service.users[0]?.apiKey ?? '';
  const enter: Enter = organization =>
    lab.call(ada, 'account.signIn', { service: lab.service.baseUrl, key, store: null, organization });
  return { lab, ada, enter, ids };
}

type Enter = (organization: string | null) => Promise<unknown>;

test('a key is used in the organization that the service says it is for, wherever that stands in the list', async () => {
  const { ada, enter, ids } = await keyFor('22222222-2222-4222-8222-222222222222');
  expect(await enter(null)).toMatchObject({ name: 'signed-in', organization: 'Weir Group' });
  expect(ada.journal.facts.get('organization')).toBe(ids[1]);
  await expect(enter('Halden Lab')).rejects.toThrow("for the organization 'Weir Group' only");
});

test('where the service does not tell which organization a key is for, a person is asked and nothing is kept', async () => {
  const { lab, ada, enter, ids } = await keyFor(null);
  expect(await enter(null)).toEqual({ name: 'which-organization', organizations: ['Halden Lab', 'Weir Group'] });
  expect(await lab.call(ada, 'sync.status', null)).toMatchObject({ state: 'signedOut' });
  await expect(enter('Nobody')).rejects.toThrow("no organization 'Nobody'");
  expect(await enter('Weir Group')).toMatchObject({ name: 'signed-in', organization: 'Weir Group' });
  expect(ada.journal.facts.get('organization')).toBe(ids[1]);
  // The same key again is not asked about again.
  expect(await enter(null)).toMatchObject({ organization: 'Weir Group' });
});

test("another person's key is refused where records of somebody are, with what to do, and nothing is changed", async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'one' });
  await lab.sync(ada);
  const other = { service: lab.service.baseUrl, key: lab.service.users[1]?.apiKey ?? '', store: null };
  await expect(lab.call(ada, 'account.signIn', other)).rejects.toThrow(/another person.*--data/);
  lab.save(ada, { 'b.csv': 'two' });
  expect(await lab.sync(ada)).toMatchObject({ sent: 1, stopped: null });
  await lab.call(ada, 'account.signOut', null);
  await expect(lab.call(ada, 'account.signIn', other)).rejects.toThrow(/another person/);
  await lab.call(ada, 'mirrors.remove', { id: 'm1' });
  expect(await lab.call(ada, 'account.signIn', other)).toMatchObject({ name: 'signed-in' });
});

test('an account that is in none of the organizations is refused where mirrors are', async () => {
  const { lab, ada, here } = await twoOrganizations();
  await lab.call(ada, 'mirrors.remove', { id: 'm2' });
  const before = here();
  const strange = { service: lab.service.baseUrl, key: lab.service.users[LEON]?.apiKey ?? '', store: null };
  await expect(lab.call(ada, 'account.signIn', strange)).rejects.toThrow(/another data directory/);
  // Nothing was changed: who was signed in still is.
  expect(await lab.sync(ada)).toMatchObject({ sent: 1, stopped: null });
  expect(here()).toEqual(before);
});

test('two data directories side by side, each with an account of its own, know nothing of each other [S51]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  const leon = lab.service.colleague(LEON);
  const shared = leon.createFolder(null, 'Weir data');
  const ben = await lab.computer('Ben', {}, 'two-way', { user: LEON, remote: shared });
  lab.save(ada, { 'a.csv': 'of the lab' });
  lab.save(ben, { 'b.csv': 'of the others' });
  await lab.drive(Promise.all([ada, ben].map(({ app }) => app.handlers['sync.once'](null))));
  const both = [lab.there(), Object.fromEntries(serviceFiles(lab.service, shared))];
  expect(both).toEqual([{ 'a.csv': 'of the lab' }, { 'b.csv': 'of the others' }]);
  await lab.call(ada, 'account.signOut', null);
  lab.save(ben, { 'b.csv': 'edited' });
  expect(await lab.sync(ben)).toMatchObject({ sent: 1, stopped: null });
  expect(ada.texts()).toEqual({ 'a.csv': 'of the lab' });
});
