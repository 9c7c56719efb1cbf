import assert from 'node:assert/strict';

import { calls } from '../../../../main/remote/api/calls.ts';
import type { Base } from './knowledge-base.ts';
import type { Lab } from './lab.ts';

/** Tasks, their messages and files, and the searches, through our own functions. */
export async function walkTasks(lab: Lab, base: Base): Promise<void> {
  const line = lab.line();
  const body = { title: 'Gel concentrations', contextFileIds: [base.file] };
  const { id } = await lab.whole(calls.createTask(line, { body }));
  const path = { id };
  await lab.whole(calls.updateTask(line, { path, body: { title: 'Gel concentrations, again' } }));
  await lab.whole(calls.sendMessage(line, { path, body: { content: 'Which gel for pERK?' } }));
  assert.equal((await lab.whole(calls.getTask(line, { path }))).title, 'Gel concentrations, again');
  await lab.whole(calls.listMessages(line, { path, query: { limit: 5 } }));
  await lab.whole(calls.listTasks(line, { query: { status: 'active', pageSize: 5 } }));
  await walkAttachments(lab, id, base);
  await lab.whole(calls.ensureTaskFolder(line, { path: { taskId: id } }));
  await calls.archiveTask(line, { path });
  await calls.unarchiveTask(line, { path });
  await walkSearches(lab);
}

async function walkAttachments(lab: Lab, taskId: string, base: Base): Promise<void> {
  const line = lab.line();
  const rendered = { fileName: 'table.txt', contentType: 'text/plain', sizeBytes: 3, sourceFileId: base.file };
  const target = await lab.whole(calls.initiateRenderedFile(line, { path: { taskId }, body: rendered }));
  await lab.storage('PUT', target.uploadUrl ?? '', Buffer.from('a;b'));
  const confirmed = await lab.whole(calls.confirmRenderedFile(line, { path: { taskId, id: target.id }, body: {} }));
  assert.ok((await lab.whole(calls.listAttachments(line, { path: { taskId } }))).length > 0);
  const path = { taskId, attachmentId: confirmed.id };
  const link = await lab.whole(calls.getAttachmentContent(line, { path }));
  assert.equal(await lab.storage('GET', link.url ?? ''), 'a;b');
  await lab.whole(calls.searchAttachments(line, { query: { q: 'table' } }));
  await calls.deleteAttachment(line, { path });
}

async function walkSearches(lab: Lab): Promise<void> {
  const line = lab.line();
  const query = { q: 'gel', pageSize: 5 };
  assert.ok((await lab.whole(calls.searchFiles(line, { query }))).items.length > 0);
  assert.ok((await lab.whole(calls.searchTasks(line, { query }))).items.length > 0);
  assert.ok((await lab.whole(calls.searchEverything(line, { query }))).items.length > 1);
  await lab.whole(calls.searchFileContent(line, { query }));
}
