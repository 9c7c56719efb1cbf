import assert from 'node:assert/strict';

import * as folders from '../../../../main/remote/api/calls/folders.ts';
import * as search from '../../../../main/remote/api/calls/search.ts';
import * as tasks from '../../../../main/remote/api/calls/tasks.ts';
import type { Base } from './knowledge-base.ts';
import type { Lab } from './lab.ts';

/** Tasks, their messages and files, and the searches, through our own functions. */
export async function walkTasks(lab: Lab, base: Base): Promise<void> {
  const line = lab.line();
  const body = { title: 'Gel concentrations', contextFileIds: [base.file] };
  const { id } = await lab.whole(tasks.createTask(line, { body }));
  const path = { id };
  await lab.whole(tasks.updateTask(line, { path, body: { title: 'Gel concentrations, again' } }));
  await lab.whole(tasks.sendMessage(line, { path, body: { content: 'Which gel for pERK?' } }));
  assert.equal((await lab.whole(tasks.getTask(line, { path }))).title, 'Gel concentrations, again');
  await lab.whole(tasks.listMessages(line, { path, query: { limit: 5 } }));
  await lab.whole(tasks.listTasks(line, { query: { status: 'active', pageSize: 5 } }));
  await walkAttachments(lab, id, base);
  await lab.whole(folders.ensureTaskFolder(line, { path: { taskId: id } }));
  await tasks.archiveTask(line, { path });
  await tasks.unarchiveTask(line, { path });
  await walkSearches(lab);
}

async function walkAttachments(lab: Lab, taskId: string, base: Base): Promise<void> {
  const line = lab.line();
  const rendered = { fileName: 'table.txt', contentType: 'text/plain', sizeBytes: 3, sourceFileId: base.file };
  const target = await lab.whole(tasks.initiateRenderedFile(line, { path: { taskId }, body: rendered }));
  await lab.storage('PUT', target.uploadUrl ?? '', Buffer.from('a;b'));
  const confirmed = await lab.whole(tasks.confirmRenderedFile(line, { path: { taskId, id: target.id }, body: {} }));
  assert.ok((await lab.whole(tasks.listAttachments(line, { path: { taskId } }))).length > 0);
  const path = { taskId, attachmentId: confirmed.id };
  const link = await lab.whole(tasks.getAttachmentContent(line, { path }));
  assert.equal(await lab.storage('GET', link.url ?? ''), 'a;b');
  await lab.whole(tasks.searchAttachments(line, { query: { q: 'table' } }));
  await tasks.deleteAttachment(line, { path });
}

async function walkSearches(lab: Lab): Promise<void> {
  const line = lab.line();
  const query = { q: 'gel', pageSize: 5 };
  assert.ok((await lab.whole(search.searchFiles(line, { query }))).items.length > 0);
  assert.ok((await lab.whole(search.searchTasks(line, { query }))).items.length > 0);
  assert.ok((await lab.whole(search.searchEverything(line, { query }))).items.length > 1);
  await lab.whole(search.searchFileContent(line, { query }));
}
