import assert from 'node:assert/strict';

import { vi } from 'vitest';

import { calls } from '../../../../main/remote/api/calls.ts';
import { requirePresent } from '../../../../shared/assert.ts';
import type { Base } from './knowledge-base.ts';
import type { Lab } from './lab.ts';

const PATIENCE = { timeout: 20_000, interval: 50 };

/** Exports and the proposals of auto-tidy, which the service makes in the background, through our own functions. */
export async function walkUpkeep(lab: Lab, base: Base): Promise<void> {
  const [organization] = await calls.listOrganizations(lab.line(), {});
  const organizationId = requirePresent(organization, 'the lab').id;
  await walkExport(lab, organizationId);
  await calls.setAutotidy(lab.line(), { path: { organizationId }, body: { enabled: true } });
  await walkReviews(lab, base);
}

async function walkExport(lab: Lab, organizationId: string): Promise<void> {
  const line = lab.line();
  const { id: jobId } = await lab.whole(calls.startExport(line, { path: { organizationId } }));
  const path = { organizationId, jobId };
  await vi.waitFor(async () => {
    assert.equal((await lab.whole(calls.getExport(line, { path }))).status, 'completed');
  }, PATIENCE);
  const response = await calls.downloadExport(line, { path });
  await response.discard();
  assert.equal(response.status, 302);
  const bundle = await lab.storage('GET', response.headers.get('location') ?? '');
  assert.ok(bundle.startsWith('PK'), 'the bundle is a ZIP file');
}

async function walkReviews(lab: Lab, base: Base): Promise<void> {
  const line = lab.line();
  const names = ['Copy of pERK.md', 'Copy of tERK.md'];
  for (const name of names) {
    const body = { name, fileType: 'Document', folderId: base.folder, content: '# pERK' };
    await calls.createFile(line, { stream: Buffer.from(JSON.stringify(body)) });
  }
  const items = await vi.waitFor(async () => {
    const found = (await lab.whole(calls.listReviewItems(line, { query: { pageSize: 50 } }))).items;
    const renames = found.filter(({ kind }) => kind === 'rename');
    assert.ok(renames.length >= names.length, `${renames.length} proposals`);
    return renames;
  }, PATIENCE);
  const [first, second] = items;
  await lab.whole(calls.approveReviewItem(line, { path: { id: requirePresent(first, 'a proposal').id } }));
  await lab.whole(calls.rejectReviewItem(line, { path: { id: requirePresent(second, 'another proposal').id } }));
}
