import { taskEndpoints } from '../../../../shared/api/calls/tasks.ts';
import type { CreateTaskBody } from '../../../../shared/api/calls/tasks.ts';
import type { Site } from '../ground/access.ts';
import { badRequest } from '../ground/api-error.ts';
import { pageOf, sliceOf, sliced } from '../ground/fields.ts';
import { momentAfter } from '../files/file-changes.ts';
import { taskContexts } from './message-records.ts';
import { say } from './messages.ts';
import { created, noContent, ok, route } from '../ground/route.ts';
import type { Route } from '../ground/route.ts';
import { ownTask, refuseExpired } from './task-access.ts';
import { tasks } from './task-records.ts';
import type { TaskRow } from './task-records.ts';
import { taskRowShape, taskShape } from './task-shapes.ts';

/** At most so much of a first message becomes the title of a task without one. */
const DERIVED_TITLE = 80;

/** Section 4.1, the tasks themselves. */
export const taskRoutes: readonly Route[] = [
  route(taskEndpoints.listTasks, call => {
    const { status } = call.query;
    const slice = sliceOf(call.query, { sortBy: 'updatedAt', descending: true });
    const { userId, organizationId } = call.caller;
    const own = call.backend.records.rows(tasks, { ownerId: userId, organizationId });
    const wanted = own.filter(task => status === 'all' || task.status === status);
    const { rows, total } = sliced(
      wanted.map(task => ({ ...task, name: task.title })),
      slice,
    );
    return ok(pageOf(slice, { rows: rows.map(task => taskRowShape(call, task)), total }));
  }),

  route(taskEndpoints.createTask, call => created(taskShape(call, createTask(call, call.body)))),

  route(taskEndpoints.getTask, call => ok(taskShape(call, ownTask(call, call.path.id)))),

  route(taskEndpoints.updateTask, call => {
    const task = ownTask(call, call.path.id);
    const title = call.body.title ?? task.title;
    if (title.trim() === '') throw badRequest('Title must not be blank.');
    return ok(taskShape(call, changeTask(call, task, { title, status: call.body.status ?? task.status })));
  }),

  route(taskEndpoints.archiveTask, call => {
    changeTask(call, ownTask(call, call.path.id), { status: 'archived' });
    return noContent;
  }),

  route(taskEndpoints.unarchiveTask, call => {
    const task = ownTask(call, call.path.id);
    // GAP: unarchiving a task that is not archived changes nothing; no status but 204 is documented.
    if (task.status === 'archived') changeTask(call, task, { status: 'active' });
    return noContent;
  }),
];

function createTask(site: Site, body: CreateTaskBody): TaskRow {
  const contextFileIds = body.contextFileIds ?? [];
  const referencedFileIds = [...(body.referencedFileIds ?? []), ...(body.fileIds ?? [])];
  refuseExpired(site, [...contextFileIds, ...referencedFileIds]);
  const { backend, caller } = site;
  const nowMs = backend.nowMs();
  const isTaken = backend.switches().initialMessages === 'taken' && body.initialMessage?.trim() !== '';
  const initialMessage = isTaken ? (body.initialMessage ?? null) : null;
  const task: TaskRow = {
    id: backend.uuid(),
    organizationId: caller.organizationId,
    ownerId: caller.userId,
    title: body.title?.trim() ? body.title : titleFrom(initialMessage),
    status: 'active',
    createdMs: nowMs,
    updatedMs: nowMs,
    lastMessageMs: null,
  };
  backend.records.putRow(tasks, task);
  backend.records.putRow(taskContexts, { id: task.id, contextFileIds, referencedFileIds });
  if (initialMessage !== null) say(site, task, { content: initialMessage, contextFileIds, referencedFileIds });
  return ownTask(site, task.id);
}

/** Saves what differs; a call that changes nothing does not count as a change. */
function changeTask(site: Site, task: TaskRow, change: Pick<Partial<TaskRow>, 'title' | 'status'>): TaskRow {
  const changed = { ...task, ...change };
  if (changed.title === task.title && changed.status === task.status) return task;
  const saved = { ...changed, updatedMs: momentAfter(site, task.updatedMs) };
  site.backend.records.putRow(tasks, saved);
  return saved;
}

/** The first line of what is said first. */
function titleFrom(message: string | null): string {
  const [line = ''] = (message ?? '').trim().split('\n');
  const words = line.replaceAll(/[#*_`>]+/g, '').trim();
  if (words === '') return 'New task';
  return words.length <= DERIVED_TITLE ? words : `${words.slice(0, DERIVED_TITLE).trimEnd()}…`;
}
