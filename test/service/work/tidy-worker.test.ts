import { expect, test, vi } from 'vitest';

import { running } from '../builders/running.ts';
import { MEMBER, OWNER, STRANGER } from '../conformance/subject.ts';
import type { Json, Tester } from '../conformance/subject.ts';
import { compare } from '../rules/ground/fields.ts';

const WEEK_MS = 7 * 86_400_000;
const AT_ONCE = { extractionDelayMs: 0, agentStepMs: 0 };
const BLOT =
  '# Western blot, day 3\n\nThe western blot of KST-118 and KST-118 with pERK. PVDF membrane, western blot.\n';

type Item = Json & { readonly kind: string; readonly before: unknown; readonly after: unknown };

async function setTidy(tester: Tester, enabled: boolean): Promise<void> {
  const [organization] = await tester.list('/organizations');
  const path = `/organizations/${organization?.id ?? ''}/kb-autotidy`;
  await tester.expectStatus(200, tester.ask('PATCH', path, { enabled }));
}

async function items(tester: Tester, query = '', user = OWNER): Promise<readonly Item[]> {
  const page = await tester.expectStatus(200, tester.ask('GET', `/kb-review-items${query}`, undefined, user));
  return page.items as readonly Item[];
}

/** What is proposed, once there is so much of it. */
async function proposed(tester: Tester, count: number): Promise<readonly Item[]> {
  return vi.waitFor(
    async () => {
      const found = await items(tester);
      if (found.length < count) throw new Error(`${found.length} proposals`);
      return found;
    },
    { timeout: 15_000, interval: 20 },
  );
}

async function sweep(baseUrl: string): Promise<number> {
  const answer = await fetch(`${new URL(baseUrl).origin}/sweep`, { method: 'POST' });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { proposals: number }).proposals;
}

async function extracted(tester: Tester, fileId: string): Promise<void> {
  const check = async (): Promise<void> => {
    const { extractionStatus } = (await tester.ask('GET', `/files/${fileId}`)).json;
    expect(extractionStatus).toBe('done');
  };
  await vi.waitFor(check, { timeout: 15_000, interval: 20 });
}

/** A lab with a folder for blots, and a badly named upload at the top. */
async function untidy(tester: Tester): Promise<{ file: Json; blots: string }> {
  await setTidy(tester, true);
  const blots = await tester.folder('Western blots');
  const file = await tester.upload(await tester.knowledgeBase(), 'Copy of western blot 20.11.2026_final.md', BLOT);
  return { file, blots };
}

test('an upload gets proposals for its name, place and tags, and approving them tidies it', async () => {
  const { tester } = await running({ switches: AT_ONCE });
  const { file, blots } = await untidy(tester);
  const found = await proposed(tester, 3);
  expect(found.map(item => item.kind).toSorted(compare)).toEqual(['move', 'rename', 'tag']);
  for (const { id } of found) await tester.expectStatus(200, tester.ask('POST', `/kb-review-items/${id}/approve`));
  const tidied = await tester.expectStatus(200, tester.ask('GET', `/files/${file.id}`));
  expect(tidied).toMatchObject({
    name: 'western blot 2026-11-20.md',
    folderId: blots,
    tags: expect.arrayContaining(['western blot']),
  });
  expect(await items(tester)).toEqual([]);
  expect(await items(tester, '?status=approved')).toHaveLength(3);
});

test('nothing is proposed while auto-tidy is off', async () => {
  const { tester, baseUrl } = await running({ switches: AT_ONCE, faults: true });
  const folder = await tester.knowledgeBase();
  const file = await tester.upload(folder, 'Copy of western blot 20.11.2026_final.md', BLOT);
  await extracted(tester, file.id);
  expect(await sweep(baseUrl)).toBe(0);
  await setTidy(tester, true);
  expect(await sweep(baseUrl)).toBeGreaterThan(0);
});

test('what is rejected changes nothing and is not proposed again', async () => {
  const { tester, baseUrl } = await running({ switches: AT_ONCE, faults: true });
  const { file } = await untidy(tester);
  const found = await proposed(tester, 3);
  for (const { id } of found) {
    const reply = await tester.expectStatus(200, tester.ask('POST', `/kb-review-items/${id}/reject`));
    expect(reply).toMatchObject({ status: 'rejected', decidedBy: 1 });
    expect((await tester.ask('POST', `/kb-review-items/${id}/approve`)).status).toBe(400);
  }
  expect(await sweep(baseUrl)).toBe(0);
  expect((await tester.ask('GET', `/files/${file.id}`)).json.name).toBe(file.name);
  expect(await items(tester, '?status=REJECTED')).toHaveLength(3);
});

test('a proposal for a file that changed since is refused, and replaced by the next sweep', async () => {
  const { tester, baseUrl } = await running({ switches: AT_ONCE, faults: true });
  const { file } = await untidy(tester);
  const rename = (await proposed(tester, 3)).find(item => item.kind === 'rename');
  const name = 'Copy of western blot 21.11.2026_final.md';
  await tester.expectStatus(200, tester.ask('PUT', `/files/${file.id}`, { name }));
  expect(await tester.ask('POST', `/kb-review-items/${rename?.id ?? ''}/approve`)).toMatchObject({ status: 400 });
  expect((await tester.ask('GET', `/files/${file.id}`)).json.name).toBe(name);
  expect(await sweep(baseUrl)).toBe(1);
  const next = (await items(tester)).filter(item => item.kind === 'rename');
  expect(next).toMatchObject([{ before: name, after: 'western blot 2026-11-21.md' }]);
});

test('a move into a folder that was archived since is refused', async () => {
  const { tester } = await running({ switches: AT_ONCE });
  const { blots } = await untidy(tester);
  const move = (await proposed(tester, 3)).find(item => item.kind === 'move');
  await tester.expectStatus(204, tester.ask('POST', `/folders/${blots}/archive`, {}));
  expect((await tester.ask('POST', `/kb-review-items/${move?.id ?? ''}/approve`)).status).toBe(400);
});

test('who may change a file decides about it; others do not see the proposals', async () => {
  const { tester } = await running({ switches: AT_ONCE });
  await untidy(tester);
  const found = await proposed(tester, 3);
  expect(await items(tester, '', MEMBER)).toHaveLength(3);
  expect(await items(tester, '', STRANGER)).toEqual([]);
  for (const action of ['approve', 'reject']) {
    const path = `/kb-review-items/${found[0]?.id ?? ''}/${action}`;
    expect((await tester.ask('POST', path, undefined, STRANGER)).status).toBe(404);
  }
  expect((await tester.ask('GET', '/kb-review-items?status=maybe')).status).toBe(400);
});

test('what people put into folders of their own is not the curator’s', async () => {
  const { tester, baseUrl } = await running({ switches: AT_ONCE, faults: true });
  await setTidy(tester, true);
  const file = await tester.upload(await tester.folder('Mine', null), 'Copy of blot_final.md', BLOT);
  await extracted(tester, file.id);
  expect(await sweep(baseUrl)).toBe(0);
});

test('the sweep comes once a week by the clock of the service', async () => {
  let aheadMs = 0;
  const { tester } = await running({ switches: AT_ONCE, nowMs: () => Date.now() + aheadMs });
  await tester.folder('Western blots');
  await tester.upload(await tester.knowledgeBase(), 'Copy of western blot 20.11.2026_final.md', BLOT);
  await setTidy(tester, true);
  // The upload before counts as known; once another one was looked at, the first week has begun.
  const other = await tester.upload(await tester.knowledgeBase(), 'Copy of notes.md', 'Plain words');
  await proposed(tester, 1);
  expect((await items(tester)).map(item => item.fileId).every(id => id === other.id)).toBe(true);
  aheadMs += WEEK_MS;
  expect((await proposed(tester, 4)).length).toBeGreaterThanOrEqual(4);
});

test('sweeps cannot be triggered without the fault panel', async () => {
  const { baseUrl } = await running();
  const answer = await fetch(`${new URL(baseUrl).origin}/sweep`, { method: 'POST' });
  expect(answer.status).toBeGreaterThanOrEqual(400);
});
