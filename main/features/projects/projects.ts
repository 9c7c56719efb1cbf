import type { Handlers } from '../../../shared/contract.ts';
import type { Line } from '../../remote/api/ask.ts';
import { organizationHere } from '../organization/current-organization.ts';
import type { AppContext } from '../../items/app-context.ts';
import { archive, change, create, leave } from './change-project.ts';
import { allProjects, inProjects } from './project-list.ts';
import { addMember, lookAtProject, removeMember, setRole } from './project-people.ts';

type ProjectCall = keyof Handlers & `projects.${string}`;

/** Projects of the active organization. */
export function projectHandlers(context: AppContext): Pick<Handlers, ProjectCall> {
  const within = async <T>(work: (line: Line) => Promise<T>): Promise<T> => {
    const { line } = await organizationHere(context);
    return inProjects(line, () => work(line));
  };
  return {
    'projects.list': () => within(allProjects),
    'projects.look': ({ id }) => within(line => lookAtProject(context, line, id)),
    'projects.create': wanted => within(line => create(line, wanted)),
    'projects.change': wanted => within(line => change(line, wanted)),
    'projects.archive': ({ id }) => within(line => archive(line, id)),
    'projects.leave': ({ id }) => within(line => leave(context, line, id)),
    'projects.addMember': wanted => within(line => addMember(context, line, wanted)),
    'projects.setRole': wanted => within(line => setRole(context, line, wanted)),
    'projects.removeMember': wanted => within(line => removeMember(context, line, wanted)),
  };
}
