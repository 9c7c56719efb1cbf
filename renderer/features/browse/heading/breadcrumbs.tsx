import { ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { Breadcrumb, Breadcrumbs, Link } from 'react-aria-components';

import { words } from '../../../../shared/text/words.ts';
import { openFolder, placeKey, placeOf } from '../../../state/navigation.ts';
import { nameWindow } from '../../../state/title.ts';
import { placeLabel, stepName, useFolder, useShown } from '../place-labels.ts';
import styles from './breadcrumbs.module.css';
import layout from '../../../components/layout/layout.module.css';

/** The way from the top to the place on show; each step opens its folder. */
export function Trail() {
  const shown = useShown();
  const folder = useFolder(shown?.key ?? '');
  const name = shown === null ? words.places.files : placeLabel(shown, folder.view);
  useEffect(() => nameWindow(name), [name]);
  if (shown === null) return <span className={layout['title']}>{words.places.files}</span>;
  const trail = folder.view?.head.trail ?? [{ place: shown.place, name }];
  const steps = trail.map(step => ({ id: placeKey(step.place), name: stepName(step) }));
  return (
    <Breadcrumbs className={styles['trail'] ?? ''} items={steps} onAction={key => openFolder(placeOf(String(key)))}>
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
