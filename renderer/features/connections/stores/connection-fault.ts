import { connectionsWords as words } from '../../../../shared/features/connections/window-text.ts';
import { unmadeFault } from '../../../state/section.ts';

export const notMade = unmadeFault(words);
