import { X } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';

import type { MirrorInfo } from '../../../shared/features/mirrors/model.ts';
import type { RuleInfo } from '../../../shared/features/mirrors/rules-model.ts';
import { folderWords, settingsWords } from '../../../shared/features/settings/text.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { MovingList } from '../../components/list/moving-list.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { mirrorName } from '../../state/mirrors.ts';
import { addRule, removeRule, showRules, useRules } from '../../state/settings.ts';
import styles from './rules-sheet.module.css';
import layout from '../../components/layout/layout.module.css';

const words = folderWords.ruling;

/** The rules of a folder with what each hides now, and a field for one more. */
export function RulesSheet({ mirror, onClose }: { readonly mirror: MirrorInfo; readonly onClose: () => void }) {
  const { rules, fault } = useRules();
  const [pattern, setPattern] = useState('');
  useEffect(() => {
    void showRules(mirror.id);
    return () => void showRules(null);
  }, [mirror.id]);
  const add = async () => {
    if (pattern.trim() !== '' && (await addRule(pattern.trim()))) setPattern('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void add();
  };
  return (
    <Dialog
      title={words.title(mirrorName(mirror))}
      isOpen
      onClose={onClose}
      buttons={<Button onPress={onClose}>{settingsWords.close}</Button>}
    >
      <p>{words.text}</p>
      {fault === null ? null : <FaultNotice fault={fault} saidTitle={settingsWords.serviceSaid} />}
      <form className={styles['form']} onSubmit={submit}>
        <TextField label={words.pattern} hint={words.patternHint} value={pattern} onChange={setPattern} isFirst />
        <Button isDisabled={pattern.trim() === ''} onPress={() => void add()}>
          {words.add}
        </Button>
      </form>
      <MovingList className={styles['list']} label={words.list}>
        {(rules ?? []).toReversed().map(rule => (
          <Line rule={rule} key={`${rule.origin} ${rule.pattern}`} />
        ))}
      </MovingList>
    </Dialog>
  );
}

function Line({ rule }: { readonly rule: RuleInfo }) {
  const { pattern, origin, hidesHere, hidesThere } = rule;
  return (
    <li className={styles['line']} data-key={`${origin} ${pattern}`}>
      <code>{pattern}</code>
      <span className={layout['faint']}>{words.origins[origin]}</span>
      <span className={layout['faint']}>{words.hides(hidesHere, hidesThere)}</span>
      {origin === 'mirror' ? (
        <Button look="icon" label={words.remove(pattern)} onPress={() => void removeRule(pattern)}>
          <X size={14} strokeWidth={2} aria-hidden="true" />
        </Button>
      ) : (
        <span />
      )}
    </li>
  );
}
