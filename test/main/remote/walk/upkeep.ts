import assert from 'node:assert/strict';

import { vi } from 'vitest';

import { downloadExport, getExport, startExport } from '../../../../main/remote/api/calls/exports.ts';
import { createFile } from '../../../../main/remote/api/calls/files.ts';
import { listOrganizations, setAutotidy } from '../../../../main/remote/api/calls/organizations.ts';
import { approveReviewItem, listReviewItems, rejectReviewItem } from '../../../../main/remote/api/calls/reviews.ts';
import { present } from '../../../../shared/assert.ts';
import type { Base } from './knowledge-base.ts';
import type { Lab } from './lab.ts';

const PATIENCE = { timeout: 20_000, interval: 50 };

/** Exports and the proposals of auto-tidy, which the service makes in the background, through our own functions. */
export async function walkUpkeep(lab: Lab, base: Base): Promise<void> {
  const [organization] = await listOrganizations(lab.line(), {});
  const organizationId = present(organization, 'the lab').id;
  await walkExport(lab, organizationId);
  await setAutotidy(lab.line(), { path: { organizationId }, body: { enabled: true } });
  await walkReviews(lab, base);
}

async function walkExport(lab: Lab, organizationId: string): Promise<void> {
  const line = lab.line();
  const { id: jobId } = await lab.whole(startExport(line, { path: { organizationId } }));
  const path = { organizationId, jobId };
  await vi.waitFor(async () => {
    assert.equal((await lab.whole(getExport(line, { path }))).status, 'completed');
  }, PATIENCE);
  const response = await downloadExport(line, { path });
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
    await createFile(line, { stream: Buffer.from(JSON.stringify(body)) });
  }
  const items = await vi.waitFor(async () => {
    const found = (await lab.whole(listReviewItems(line, { query: { pageSize: 50 } }))).items;
    const renames = found.filter(({ kind }) => kind === 'rename');
    assert.ok(renames.length >= names.length, `${renames.length} proposals`);
    return renames;
  }, PATIENCE);
  const [first, second] = items;
  await lab.whole(approveReviewItem(line, { path: { id: present(first, 'a proposal').id } }));
  await lab.whole(rejectReviewItem(line, { path: { id: present(second, 'another proposal').id } }));
}
