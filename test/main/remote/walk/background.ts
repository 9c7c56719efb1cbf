import assert from 'node:assert/strict';

import { vi } from 'vitest';

import * as exports from '../../../../main/remote/api/exports.ts';
import * as files from '../../../../main/remote/api/files.ts';
import * as organizations from '../../../../main/remote/api/organizations.ts';
import * as reviews from '../../../../main/remote/api/reviews.ts';
import { present } from '../../../../shared/assert.ts';
import type { Base } from './knowledge-base.ts';
import type { Lab } from './lab.ts';

const PATIENCE = { timeout: 20_000, interval: 50 };

/** What the service does on its own, an export and auto-tidy, through our own functions. */
export async function walkBackground(lab: Lab, base: Base): Promise<void> {
  const [own] = await organizations.listOrganizations(lab.line(), {});
  const organizationId = present(own, 'the lab').id;
  await walkExport(lab, organizationId);
  await walkReviews(lab, { organizationId, folderId: base.root });
}

async function walkExport(lab: Lab, organizationId: string): Promise<void> {
  const line = lab.line();
  const { id: jobId } = await lab.whole(exports.startExport(line, { path: { organizationId } }));
  const path = { organizationId, jobId };
  await vi.waitFor(async () => {
    assert.equal((await lab.whole(exports.getExport(line, { path }))).status, 'completed');
  }, PATIENCE);
  const redirect = await exports.downloadExport(line, { path });
  await redirect.discard();
  assert.equal(redirect.status, 302);
  const bundle = await lab.storage('GET', redirect.headers.get('location') ?? '');
  assert.ok(bundle.startsWith('PK'));
}

/** Two badly named files: one gets its better name, the other keeps its own. */
async function walkReviews(lab: Lab, place: { organizationId: string; folderId: string }): Promise<void> {
  const line = lab.line();
  const { organizationId, folderId } = place;
  await organizations.setAutotidy(line, { path: { organizationId }, body: { enabled: true } });
  const idOf = async (name: string): Promise<string> => {
    const body = { name, fileType: 'Dataset', folderId, content: 'bands' };
    return (await files.createFile(line, { body })).id;
  };
  const wanted = [await idOf('Copy of trace 1.trc'), await idOf('Copy of trace 2.trc')];
  const found = await vi.waitFor(async () => {
    const { items } = await lab.whole(reviews.listReviewItems(line, { query: { status: 'pending' } }));
    return wanted.map(
      fileId =>
        present(
          items.find(item => item.fileId === fileId && item.kind === 'rename'),
          'a proposal',
        ).id,
    );
  }, PATIENCE);
  const [one = '', other = ''] = found;
  assert.equal((await lab.whole(reviews.approveReviewItem(line, { path: { id: one } }))).fileName, 'trace 1.trc');
  assert.equal((await lab.whole(reviews.rejectReviewItem(line, { path: { id: other } }))).status, 'rejected');
}
