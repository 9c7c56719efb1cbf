import { ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { Breadcrumb, Breadcrumbs, Link } from 'react-aria-components';

import { words } from '../../../shared/text/words.ts';
import { mirrorName } from '../../stores/mirrors.ts';
import { openFolder } from '../../stores/navigation.ts';
import { nameWindow } from '../../stores/title.ts';
import { shownName, useFolder, useShown } from './place.ts';
import styles from './trail.module.css';

interface Step {
  readonly id: string;
  readonly name: string;
  readonly folder: string | null;
}

/** The way from the mirror to the folder on show; each step opens its folder. */
export function Trail() {
  const shown = useShown();
  const folder = useFolder(shown?.key ?? '');
  const name = shown === null ? words.places.files : shownName(shown, folder);
  useEffect(() => nameWindow(name), [name]);
  if (shown === null) return <span className={styles['alone']}>{words.places.files}</span>;
  const inside = (folder.view?.breadcrumbs ?? []).map(({ id, name: each }) => ({ id, name: each, folder: id }));
  const steps: readonly Step[] = [{ id: 'top', name: mirrorName(shown.mirror), folder: null }, ...inside];
  const go = (id: string) => {
    const step = steps.find(each => each.id === id);
    if (step !== undefined) openFolder({ mirror: shown.place.mirror, folder: step.folder });
  };
  return (
    <Breadcrumbs className={styles['trail'] ?? ''} items={steps} onAction={key => go(String(key))}>
      {step => (
        <Breadcrumb className={styles['step'] ?? ''} id={step.id}>
          <Link className={styles['link'] ?? ''}>{step.name}</Link>
          {step === steps.at(-1) ? null : (
            <ChevronRight className={styles['arrow']} size={14} strokeWidth={1.75} aria-hidden="true" />
          )}
        </Breadcrumb>
      )}
    </Breadcrumbs>
  );
}
