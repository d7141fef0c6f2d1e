import { primaryId } from '../../../commands/catalog/ids.ts'
import type { AnyCommand, Source } from '../../../commands/command.ts'
import { formatKeys } from '../../../commands/keys/format.ts'
import { frecencyBook } from '../../../commands/search/frecency.ts'
import { wallDate } from '../../model/values/dates.ts'
import { KEYS_TAUGHT_KEPT, settings } from '../../model/wire/settings/settings.ts'
import { mySettings } from '../data/mySettings.ts'
import { type CommandState, commandState, onCommand, onOutcome } from '../host/host.ts'
import { platform } from '../host/platform.ts'
import { t } from '../i18n/index.ts'
import { toast } from '../ui/messages/toast.ts'

const { taughtKeys, teachKeys } = settings

/** Commands whose key was shown after a click, by id, with the last time: a setting, so that another desk does not begin anew. */
const taught = () =>
  frecencyBook(
    {
      read: () => mySettings().read(taughtKeys.key, taughtKeys),
      write: (book) => void mySettings().write(taughtKeys.key, book),
    },
    Date.now,
    KEYS_TAUGHT_KEPT,
  )

/** Returns whether a moment is of the same day, in Asia/Shanghai. */
const isToday = (at: number): boolean => wallDate(at) === wallDate(Date.now())

/** The key that a click could have been: the one that goes on in every queue before the command's own. */
const keyOf = ({ command, key }: CommandState, source: Source): string =>
  (command && commandState(primaryId(command.id), source).key) || key

/** Shows the key of a command that was clicked, once a day, with a way to have no more of it. */
function teach(command: AnyCommand, key: string): void {
  const at = mySettings().read(taughtKeys.key, taughtKeys)[command.id]?.[1]
  if (!mySettings().read(teachKeys.key, teachKeys) || (at !== undefined && isToday(at))) return
  taught().visit(command.id)
  toast.info(() => t('shell.taughtKey', { title: command.title, key: formatKeys(key, platform) }), {
    label: () => t('shell.teachNoMore'),
    run: () => {
      mySettings().write(teachKeys.key, false)
      toast.good(() => t('shell.taughtOff'))
    },
  })
}

/**
 * Teaches keys: who clicks on a button or menu entry with the mouse reads once a day which key does the same. By touch and by
 * keyboard nothing is shown. Returns how to stop.
 */
export function teachKeysAfterClicks(): () => void {
  let byMouse = false
  const began = new Map<string, string>()
  const onPointer = (event: PointerEvent) => {
    byMouse = event.pointerType === 'mouse'
  }
  const onKey = () => {
    byMouse = false
  }
  window.addEventListener('pointerdown', onPointer, true)
  window.addEventListener('keydown', onKey, true)
  const stops = [
    onCommand((state, source) => {
      if (!state.command || !byMouse || (source !== 'button' && source !== 'menu')) return
      const key = keyOf(state, source)
      if (key) began.set(state.command.id, key)
    }),
    onOutcome((outcome, { command, source }) => {
      const key = command && began.get(command.id)
      if (!command || !key || (source !== 'button' && source !== 'menu')) return
      began.delete(command.id)
      if (outcome.is === 'done' || outcome.is === 'pending' || outcome.is === 'open') teach(command, key)
    }),
  ]
  return () => {
    window.removeEventListener('pointerdown', onPointer, true)
    window.removeEventListener('keydown', onKey, true)
    for (const stop of stops) stop()
  }
}
