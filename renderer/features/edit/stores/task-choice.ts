import { create } from 'zustand';

import type { Fault } from '../../../../shared/fault.ts';
import type { ChatTask } from '../../../../shared/features/chat/model.ts';
import { SECOND } from '../../../../shared/units.ts';
import { engine } from '../../../state/engine.ts';
import { useNavigation } from '../../../state/navigation.ts';
import { update, latestOnly } from '../../../state/reading/section.ts';

/** The tasks of which a person chooses one. */
export interface TaskChoice {
  readonly search: string;
  /** Null before the first answer. */
  readonly tasks: readonly ChatTask[] | null;
  readonly hasMore: boolean;
  /** False: what the service said last. */
  readonly isFresh: boolean;
  readonly fault: Fault | null;
  readonly chosen: string | null;
}

const NOTHING: TaskChoice = { search: '', tasks: null, hasMore: false, isFresh: true, fault: null, chosen: null };

export const useTaskChoice = create<TaskChoice>(() => NOTHING);

/** The service is asked when typing stops for this long. */
const PAUSE_MS = 0.3 * SECOND;

const questions = latestOnly();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Begins to choose, with the task that was on show last. */
export function beginTaskChoice(): void {
  clearTimeout(timer);
  useTaskChoice.setState(NOTHING);
  void read(useNavigation.getState().lastTask);
}

/** Looks for tasks whose titles or messages have this. */
export function searchTaskChoice(search: string): void {
  useTaskChoice.setState({ search });
  clearTimeout(timer);
  timer = setTimeout(() => void read(), PAUSE_MS);
}

/** Chooses one. */
export function chooseTask(chosen: string): void {
  useTaskChoice.setState({ chosen });
}

/** @param usual is chosen where nothing is yet. Nothing is ever chosen that is not listed. */
async function read(usual: string | null = null): Promise<void> {
  const { search } = useTaskChoice.getState();
  const ask = () => engine.call('chat.tasks', { status: 'active', search, page: 1 });
  const into = ({ tasks, hasMore, isFresh }: Awaited<ReturnType<typeof ask>>, { chosen }: TaskChoice) => {
    const known = tasks.find(({ id }) => id === (chosen ?? usual))?.id ?? null;
    return { tasks, hasMore, isFresh, chosen: known };
  };
  await update(useTaskChoice, ask, into, { isCurrent: questions.begin() });
}
