import { Pause } from 'lucide-react';

import { pauseChoices, tomorrowMorningMs } from '../../../shared/features/mirrors/pause-menu-text.ts';
import { Button } from './button.tsx';
import { Menu } from './menu.tsx';

/** A button that opens the list of how long to pause. `label`: what it is called when its words do not say it. */
export function PauseMenu(props: {
  readonly text: string;
  readonly label: string;
  readonly look?: 'plain' | 'quiet';
  readonly onPause: (untilMs: number | null) => void;
}) {
  const { text, label, look = 'plain', onPause } = props;
  // The moment counts at which one is chosen, not the one at which the menu was drawn.
  const pause = (id: string) => {
    const nowMs = Date.now();
    const choice = pauseChoices(nowMs, tomorrowMorningMs(nowMs)).find(each => each.id === id);
    if (choice !== undefined) onPause(choice.untilMs);
  };
  return (
    <Menu
      label={label}
      lines={pauseChoices(0, 0).map(({ id, label: line }) => ({ id, label: line, onPress: () => pause(id) }))}
      button={
        <Button look={look} label={label} onPress={() => undefined}>
          <Pause size={14} strokeWidth={2} aria-hidden="true" />
          {text}
        </Button>
      }
    />
  );
}
