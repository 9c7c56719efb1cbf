import type { ProjectAnswer } from '../../../shared/api/calls/projects.ts';
import { FaultError } from '../../../shared/fault.ts';
import type { ProjectInfo, ProjectList, ProjectMember } from '../../../shared/features/projects/model.ts';
import { projectTexts as texts } from '../../../shared/features/projects/text.ts';
import { UNNAMED } from '../../../shared/text/people.ts';
import { isFault } from '../../engine/context/mirror-context.ts';
import type { Line } from '../../remote/api/ask.ts';
import { calls } from '../../remote/api/calls.ts';
import type { Tolerant } from '../../remote/api/tolerant.ts';
import { inWordsOfPart } from '../../items/current-organization.ts';
import { isSamePerson } from '../organization/members.ts';

/** Largest page the service gives. */
const PAGE_SIZE = 100;
/** Pages followed at most, for lists that never end. */
const MOST_PAGES = 1000;

/** All visible projects; a service without projects answers 404. */
export async function allProjects(line: Line): Promise<ProjectList> {
  const projects = new Map<string, ProjectInfo>();
  for (let page = 1; page <= MOST_PAGES; page++) {
    const answer = await pageOf(line, page);
    if (answer === null) return { isThere: false, projects: [] };
    const before = projects.size;
    for (const each of answer.items) projects.set(each.id, infoOf(each));
    if (!(answer.hasNextPage ?? (answer.totalPages ?? 0) > page))
      return { isThere: true, projects: [...projects.values()] };
    if (projects.size === before) break;
  }
  throw new FaultError({ kind: 'failing', status: 200, messages: [texts.listEnds] });
}

function pageFrom(line: Line, page: number) {
  return calls.listProjects(line, { query: { page, pageSize: PAGE_SIZE } });
}

async function pageOf(line: Line, page: number) {
  try {
    return await pageFrom(line, page);
  } catch (error) {
    if (page === 1 && isFault(error, 'gone')) return null;
    throw error;
  }
}

/** One project. @throws FaultError `gone`. */
export async function projectAt(line: Line, id: string): Promise<ProjectInfo> {
  return infoOf(await calls.getProject(line, { path: { id } }));
}

/** Its members. @param me address of the signed-in person. */
export async function membersIn(line: Line, id: string, me: string | null): Promise<ProjectMember[]> {
  const all = await calls.listProjectMembers(line, { path: { id } });
  return all.map(each => {
    if (typeof each.userId !== 'number') throw new FaultError({ kind: 'failing', status: 200, messages: [] });
    return {
      userId: each.userId,
      name: each.displayName ?? each.email ?? UNNAMED,
      email: each.email ?? null,
      role: each.role ?? '',
      isMe: isSamePerson(each.email ?? null, me),
      addedAt: each.addedAt ?? null,
    };
  });
}

function infoOf(answer: Tolerant<ProjectAnswer>): ProjectInfo {
  return {
    id: answer.id,
    name: answer.name ?? '',
    description: answer.description ?? null,
    icon: answer.icon ?? null,
    role: answer.role ?? null,
    members: answer.memberCount ?? null,
    createdAt: answer.createdAt ?? null,
    updatedAt: answer.updatedAt ?? null,
  };
}

/** Turns faults into messages: not allowed, gone, or the service has no projects at all. */
export function inProjects<T>(line: Line, work: () => Promise<T>): Promise<T> {
  return inWordsOfPart(work, { texts, ask: () => pageFrom(line, 1) });
}
