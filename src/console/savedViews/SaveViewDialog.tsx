import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import styled from 'styled-components'
import { formatKeys } from '../../../commands/keys/format.ts'
import {
  type SavedView,
  type SavedViewDraft,
  SHARE_PERMISSION,
  STANDING,
  type Standing,
  VIEW_ICONS,
  VIEW_KEYS,
  VIEW_NAME_CHARACTERS_MAX,
} from '../../model/wire/savedView.ts'
import { ApiError } from '../api/error.ts'
import { uuid } from '../api/uuid.ts'
import { useCatalogue } from '../data/catalogue.ts'
import { keyOf } from '../data/queries.ts'
import { fetchViewRoles, savedViewsNow, saveView } from '../data/savedViews.ts'
import { Box, Cell, Choices } from '../forms/base/forms.styles.ts'
import { fieldMessages } from '../forms/conflict.ts'
import { mountHost, Safe } from '../forms/dialogs/mount.tsx'
import { type Open, question } from '../forms/dialogs/question.ts'
import { registryNow } from '../host/host.ts'
import { platform } from '../host/platform.ts'
import { useWords } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Icon } from '../ui/Icon.tsx'

interface ViewQuestion {
  readonly title: string
  readonly draft: SavedViewDraft
  /** Views of the same list. */
  readonly views: readonly SavedView[]
}

const asks = question<ViewQuestion, SavedView>()

/** Asks for the name of a view and what else belongs to it, and saves it. Null when the person turns away. */
export function askView(what: ViewQuestion): Promise<SavedView | null> {
  mountHost('savedView', <ViewHost />)
  return asks.ask(what)
}

function ViewHost() {
  const open = asks.use()
  return (
    open && (
      <Safe key={open.number} onFailure={() => open.answer(null)}>
        <ViewDialog open={open} />
      </Safe>
    )
  )
}

function ViewDialog({ open }: { readonly open: Open<ViewQuestion, SavedView> }) {
  const { t } = useWords()
  const form = useId()
  const [draft, setDraft] = useState(open.what.draft)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [sending, setSending] = useState(false)
  // key of one content: a save that is tried again is not made twice
  const attempt = useRef({ of: '', key: '' })
  const name = useRef<HTMLInputElement>(null)
  useEffect(() => name.current?.select(), [])
  const set = (change: Partial<SavedViewDraft>) => {
    setDraft((now) => ({ ...now, ...change }))
    setProblems({})
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending) return
    if (draft.name.trim() === '') {
      setProblems({ name: t('savedViews.nameMissing') })
      name.current?.focus()
      return
    }
    setSending(true)
    const of = JSON.stringify(draft)
    if (attempt.current.of !== of) attempt.current = { of, key: uuid() }
    try {
      open.answer(await saveView(draft, attempt.current.key))
    } catch (error) {
      const found = error instanceof ApiError ? fieldMessages(error.data) : {}
      const shown = ['name', 'key', 'roles'].some((field) => found[field])
      setProblems(shown ? found : { all: error instanceof Error ? error.message : String(error) })
      setSending(false)
    }
  }
  return (
    <Dialog
      title={open.what.title}
      onClose={() => open.answer(null)}
      outside={false}
      footer={
        <>
          <Button onClick={() => open.answer(null)}>{t('savedViews.cancel')}</Button>
          <Button $tone="primary" type="submit" form={form} aria-disabled={sending || undefined}>
            {t('savedViews.save')}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={(event) => void submit(event)}>
        {draft.id === '' ? <p>{t('savedViews.note')}</p> : null}
        <Row label={t('savedViews.name')} problem={problems.name} id={`${form}-name`}>
          <Box data-invalid={Boolean(problems.name)}>
            <input
              ref={name}
              id={`${form}-name`}
              value={draft.name}
              maxLength={VIEW_NAME_CHARACTERS_MAX}
              placeholder={t('savedViews.nameHint')}
              autoComplete="off"
              data-autofocus
              aria-invalid={Boolean(problems.name) || undefined}
              onChange={(event) => set({ name: event.target.value })}
            />
          </Box>
        </Row>
        <Icons chosen={draft.icon} choose={(icon) => set({ icon })} />
        <div className="two">
          <KeyRow draft={draft} problem={problems.key} set={set} id={`${form}-key`} />
          <StandingRow draft={draft} set={set} id={`${form}-standing`} />
        </div>
        <Roles draft={draft} problem={problems.roles} set={set} />
        {problems.all ? (
          <span className="problem" role="alert">
            {problems.all}
          </span>
        ) : null}
      </Form>
    </Dialog>
  )
}

function Row(p: {
  readonly label: string
  readonly id: string
  readonly problem?: string | undefined
  readonly children: ReactNode
}) {
  return (
    <Cell>
      <label htmlFor={p.id}>{p.label}</label>
      {p.children}
      {p.problem ? (
        <span className="problem" role="alert">
          {p.problem}
        </span>
      ) : null}
    </Cell>
  )
}

function Icons({ chosen, choose }: { readonly chosen: string; choose(icon: string): void }) {
  const { t } = useWords()
  return (
    <Cell>
      <span className="label">{t('savedViews.icon')}</span>
      <div className="icons" role="radiogroup" aria-label={t('savedViews.icon')}>
        {VIEW_ICONS.map((icon) => (
          <label key={icon} title={icon}>
            <input type="radio" name="icon" aria-label={icon} checked={icon === chosen} onChange={() => choose(icon)} />
            <Icon name={icon} />
          </label>
        ))}
      </div>
    </Cell>
  )
}

interface PartProps {
  readonly draft: SavedViewDraft
  readonly id: string
  set(change: Partial<SavedViewDraft>): void
}

/** Ids of commands of saved views begin so; a view of somebody else gives its key up to one's own. */
const VIEW_COMMAND = 'view.open.'

function KeyRow({ draft, id, problem, set }: PartProps & { readonly problem: string | undefined }) {
  const { t } = useWords()
  const owner = (key: string) =>
    savedViewsNow().find((v) => v.mine && v.key === key && v.id !== draft.id)?.name ??
    registryNow()
      .byKey(key)
      .find((c) => !c.id.startsWith(VIEW_COMMAND))?.title
  return (
    <Row label={t('savedViews.key')} id={id} problem={problem}>
      <Box>
        <select id={id} value={draft.key} onChange={(event) => set({ key: event.target.value })}>
          <option value="">{t('savedViews.noKey')}</option>
          {VIEW_KEYS.map((key) => {
            const name = owner(key)
            const shown = formatKeys(key, platform)
            return (
              <option key={key} value={key} disabled={name !== undefined}>
                {name === undefined ? shown : t('savedViews.keyTaken', { key: shown, name })}
              </option>
            )
          })}
        </select>
      </Box>
    </Row>
  )
}

function StandingRow({ draft, id, set }: PartProps) {
  const { t } = useWords()
  const words = [STANDING.none, STANDING.mine]
  return (
    <Row label={t('savedViews.default')} id={id}>
      <Box>
        <select
          id={id}
          value={draft.standing}
          onChange={(event) => set({ standing: Number(event.target.value) as Standing })}
        >
          {words.map((standing) => (
            <option key={standing} value={standing}>
              {t(`savedViews.default${standing}`)}
            </option>
          ))}
        </select>
      </Box>
    </Row>
  )
}

/** Roles that the view is shared with; why there are none for who may not share. */
function Roles({ draft, problem, set }: Omit<PartProps, 'id'> & { readonly problem: string | undefined }) {
  const { t } = useWords()
  const may = useCatalogue()?.permissions.includes(SHARE_PERMISSION) ?? false
  const roles = useQuery({ queryKey: keyOf('view-roles'), queryFn: fetchViewRoles, enabled: may, staleTime: 60_000 })
  if (!may) return <Cell className="help">{t('savedViews.mayNotShare')}</Cell>
  if (roles.data?.length === 0) return null
  const tick = (alias: string) => {
    const chosen = draft.roles.includes(alias) ? draft.roles.filter((r) => r !== alias) : [...draft.roles, alias]
    set({ roles: chosen })
  }
  return (
    <Cell role="group" aria-label={t('savedViews.share')}>
      <span className="label">{t('savedViews.share')}</span>
      {roles.error ? <span className="problem">{t('savedViews.rolesFailed')}</span> : null}
      <Choices className="roles">
        {roles.data?.map(({ alias, name }) => (
          <label key={alias}>
            <input type="checkbox" checked={draft.roles.includes(alias)} onChange={() => tick(alias)} />
            <span>{name}</span>
          </label>
        ))}
      </Choices>
      <span className="help">{t('savedViews.shareNote')}</span>
      {problem ? (
        <span className="problem" role="alert">
          {problem}
        </span>
      ) : null}
    </Cell>
  )
}

const Form = styled.form`
  display: grid;
  gap: 12px;
  color: var(--text);
  & > p { color: var(--text-2); }
  /* the second one has long words, and wraps where they do not fit */
  & > .two { display: flex; flex-wrap: wrap; gap: 12px; }
  & > .two > * { flex: 1 1 100px; min-width: 0; }
  & > .two > :last-child { flex: 2 1 260px; }
  & .icons { display: flex; flex-wrap: wrap; gap: 2px; }
  & .icons > label {
    position: relative; display: grid; place-content: center; width: 28px; height: 28px; min-width: var(--press); min-height: var(--press);
    border: 1px solid transparent; border-radius: var(--radius); color: var(--text-2); cursor: pointer;
  }
  & .icons > label:hover { background: var(--surface-3); color: var(--text); }
  & .icons > label:has(:checked) { border-color: var(--accent); background: var(--accent-soft); color: var(--accent); }
  & .icons > label:has(:focus-visible) { outline: 2px solid var(--focus); outline-offset: 1px; }
  & .icons input { position: absolute; inset: 0; margin: 0; opacity: 0; cursor: pointer; }
  & .roles { display: grid; grid-template-columns: repeat(auto-fill, minmax(108px, 1fr)); gap: 2px 12px; }
  & .problem { color: var(--bad); font-size: 12px; }
`
