import type { EngineClient } from '../../../shared/rpc/engine-client.ts';
import type { ProjectInfo } from '../../../shared/features/projects/model.ts';
import { projectTexts as texts } from '../../../shared/features/projects/text.ts';
import { Ending } from '../runner/ending.ts';
import { EXIT } from '../runner/exit-codes.ts';
import { oneOf } from './one-of.ts';

/** The project that is meant. @throws Ending, also where the service has none at all. */
export async function projectOf(client: EngineClient, what: string): Promise<ProjectInfo> {
  const { isThere, projects } = await client.call('projects.list', {});
  if (!isThere) throw new Ending(EXIT.error, texts.absent);
  const by = ({ id, name }: ProjectInfo) => ({ name, others: [id] });
  return oneOf(projects, what, by, { none: texts.noSuch(what), several: names => texts.several(what, names) });
}
