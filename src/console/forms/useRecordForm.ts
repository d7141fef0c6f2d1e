import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { dualControlled } from '../../model/language/derived/dualControl.ts'
import { companyField } from '../../model/language/derived/oneCompany.ts'
import type { Field, Fields } from '../../model/language/fields/field.ts'
import { isShownIn } from '../../model/language/form.ts'
import { isInState } from '../../model/language/lifecycle.ts'
import type { Resource } from '../../model/language/resource.ts'
import { type Label, label } from '../../model/values/label.ts'
import type { Conflict, Decided, WireRow } from '../../model/wire/wire.ts'
import { ApiError, api } from '../api/client.ts'
import { uuid } from '../api/uuid.ts'
import { catalogueNow } from '../data/catalogue.ts'
import { creationFormOf, creationPath } from '../data/creation.ts'
import { lifecycleNow, useResource } from '../data/domains.ts'
import { keyOf, outdate } from '../data/queries.ts'
import { catalogued } from '../data/records.ts'
import { typingOf } from '../fields/typings.ts'
import { languageNow, useWords } from '../i18n/index.ts'
import { toast } from '../ui/messages/toast.ts'
import { isUploading } from './base/uploads.ts'
import {
  changedIn,
  formFieldNames,
  initialOf,
  lockedOf,
  problemsIn,
  same,
  type Typed,
  type Values,
  valuesOf,
  withCompared,
} from './base/values.ts'
import { type Clash, fieldMessages, isConflict, type Merge, merge } from './conflict.ts'
import { draftOf, draftWas, dropDraft, keepDraft } from './drafts.ts'
import { partsInFull, withParts } from './parts.ts'
import { reckoned } from './sums.ts'
import './base/words.ts'

export interface FormOrder {
  readonly resource: string
  readonly mode: 'add' | 'edit'
  /** The record to edit. */
  readonly id?: string
  /** First values of a new record (wire values by field name), over the model's own. */
  readonly initial?: Values
}

/** State of an open form; null until the record is loaded. */
interface OpenForm {
  readonly row: WireRow | null
  readonly base: Typed
  readonly typed: Typed
}

export interface RecordForm {
  readonly of: Resource | null
  /** The fields that are asked now, in the order of `parts`. */
  readonly names: readonly string[]
  /** The same by the heading they stand under; one part without a title where the resource does not say. */
  readonly parts: readonly { readonly title: Label | null; readonly names: readonly string[] }[]
  readonly row: WireRow | null
  readonly typed: Typed
  readonly problems: Readonly<Record<string, string>>
  /** Server's refusal of the whole form, "" for none. */
  readonly refusal: string
  readonly ready: boolean
  /** The record is in a state that may not be edited: the form is not shown. */
  readonly locked: boolean
  /** The field to begin with: the first one that the caller did not give; "" for the first of all. */
  readonly begins: string
  /** Fields that the record has from the one above it. */
  readonly inherited: readonly string[]
  readonly failed: unknown
  readonly sending: boolean
  readonly dirty: boolean
  /** The change waits for a second person, who sees the reason. */
  readonly waits: boolean
  readonly reason: string
  setReason(typed: string): void
  /** Unsaved values from before were restored. */
  readonly resumed: boolean
  /** First saver of a conflict; `by` is null where it happened while the form was closed. */
  readonly conflict: {
    readonly by: Conflict | null
    readonly merge: Merge | null
    readonly open: readonly Clash[]
  } | null
  set(name: string, typed: string): void
  leave(name: string): void
  /** Takes theirs or keeps mine, for one field in conflict. */
  settle(name: string, which: 'theirs' | 'mine'): void
  /**
   * Sends it. The saved row (null: nothing was changed), or the name of the first wrong field, or null when it was
   * refused as a whole.
   */
  submit(): Promise<{ readonly saved: WireRow | null } | { readonly wrong: string } | null>
  again(): void
  /** Gives up what was typed: it does not come back. */
  forget(): void
  /** The same, and begins anew. */
  restart(): void
}

const NOTHING: Fields = {}

/** The name of what is typed into a form: its record, or what a new one begins with. */
const draftName = ({ resource, mode, id, initial }: FormOrder): string =>
  [resource, mode, id ?? '', initial ? JSON.stringify(initial) : ''].join(' ').trim()

/** Records added by a user bound to a company are that company's: nobody chooses it from a list of one. */
function ownCompany(of: Resource): Values {
  const [by, id] = [companyField(of), catalogueNow()?.user.companyId]
  return by !== null && id !== undefined ? { [by]: id } : {}
}

/**
 * Whether the value is the server's placeholder for "none" (the key of a dictionary itself); such a value is not looked
 * up.
 */
const standsForNone = (field: Field | undefined, value: unknown): boolean =>
  field?.facts.none !== undefined && value === field.facts.none

/**
 * The state of a generated form: typed texts, what is wrong, sending, and who was there first. Nothing typed is ever
 * lost.
 */
export function useRecordForm(order: FormOrder): RecordForm {
  const { t, language } = useWords()
  const own = useResource(order.resource)
  const of = useMemo(() => (order.mode === 'add' ? creationFormOf(own) : null) ?? withParts(own), [own, order.mode])
  const fields = of?.fields ?? NOTHING
  const all = formFieldNames(fields, order.mode)
  const editing = order.mode === 'edit'
  const [edits, setEdits] = useState<OpenForm | null>(null)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [refusal, setRefusal] = useState('')
  const [reason, setReason] = useState('')
  const [sending, setSending] = useState(false)
  const [conflict, setConflict] = useState<RecordForm['conflict']>(null)
  const [resumed, setResumed] = useState<boolean | null>(null)
  const about = draftName(order)
  /** The same content sent again keeps its key: a lost answer must not become a second record. */
  const attempt = useRef({ body: '', key: '' })
  /** Amounts that were reckoned from others: they follow those until a person types them. */
  const filled = useRef<ReadonlySet<string>>(new Set())

  const call = catalogued(order.resource)?.call
  // where `submit` is a decision about records, what is new is saved
  const decides = Object.values(lifecycleNow(order.resource)?.transitions ?? {}).some((x) => x.replaces === 'submit')
  // A query of its own: a form starts from the present record and does not change while it is edited.
  const detail = useQuery({
    queryKey: keyOf(order.resource, 'form', order.id ?? ''),
    queryFn: ({ signal }) => api.get<WireRow>(`${call}/detail`, { id: order.id ?? '' }, { signal }),
    enabled: editing && call !== undefined && edits === null,
    staleTime: 0,
    gcTime: 0,
  })
  const given = editing ? (detail.data ?? null) : null
  // Only before anything was typed: what the user has typed stays visible, and the server answers why it is refused.
  const locked = edits === null && given !== null && !isInState(catalogued(order.resource)?.editable?.edit ?? {}, given)
  const fresh =
    edits === null && of && (!editing || given)
      ? first(fields, all, given, { ...ownCompany(of), ...order.initial })
      : null
  const start = edits ?? fresh
  // once, when the record is there: what was typed last time and not saved
  if (fresh && resumed === null) {
    const back = locked ? null : resume(fields, fresh, draftOf(about), draftWas(about))
    setResumed(back !== null)
    if (back) {
      setEdits(back.form)
      setConflict(back.clashes.length > 0 ? { by: null, merge: null, open: back.clashes } : null)
    }
  }
  const typed = start?.typed ?? {}
  const base = start?.base ?? {}
  const row = start?.row ?? null
  const parts = (of?.form?.parts ?? [{ title: null, fields: all }]).flatMap(({ title, fields: of_ }) => {
    const names = of_.filter(
      (name) =>
        all.includes(name) &&
        isShownIn(of?.form, name, typed) &&
        !(editing && standsForNone(fields[name], row?.[name])),
    )
    return names.length > 0 ? [{ title, names }] : []
  })
  const names = parts.flatMap((p) => p.names)
  const { tree } = of ?? {}
  const inherited = tree?.inherited && base[tree.parent] ? [tree.parent, ...tree.inherited] : []
  const writable = names.filter((name) => fields[name] && lockedOf(fields[name], order.mode, language) === null)
  const changed = changedIn(fields, base, typed, writable)
  const isOpen = (name: string) => !(name in (order.initial ?? {}))

  // biome-ignore lint/correctness/useExhaustiveDependencies: fields and names are those of the record that was edited
  useEffect(() => {
    if (!edits) return
    const moved = changedIn(fields, edits.base, edits.typed, all)
    if (moved.length === 0) return dropDraft(about)
    // undecided fields are asked about again when the form is opened again
    const open = new Set(conflict?.open.map((c) => c.name))
    const before = draftWas(about)
    keepDraft(
      about,
      fields,
      Object.fromEntries(moved.map((name) => [name, edits.typed[name] ?? ''])),
      Object.fromEntries(moved.map((name) => [name, (open.has(name) ? before : edits.base)[name] ?? ''])),
    )
  }, [edits, conflict])
  const forget = useCallback(() => dropDraft(about), [about])

  const waits = editing && row !== null && dualControlled({ fields }, row, changed).length > 0

  const set = (name: string, value: string) => {
    if (!start) return
    const others = new Set([...filled.current].filter((n) => n !== name))
    const sums = reckoned(fields, { ...typed, [name]: value }, name, others)
    filled.current = new Set([...others, ...sums.map((sum) => sum.name)])
    const following = Object.fromEntries(sums.map((sum) => [sum.name, sum.value]))
    setEdits((now) => {
      const form = now ?? start
      return { ...form, typed: { ...form.typed, ...following, [name]: value } }
    })
    const field = fields[name]
    // writing a time out in full moves nothing
    const moved = field !== undefined && !same(field, typed[name] ?? '', value)
    setProblems((now) => {
      const names = [...(moved ? withCompared(fields, name) : [name]), ...sums.map((sum) => sum.name)]
      const left = Object.entries(now).filter(([at]) => !names.includes(at) && !at.startsWith(`${name}.`))
      return left.length < Object.keys(now).length ? Object.fromEntries(left) : now
    })
  }
  const leave = (name: string) => {
    const field = fields[name]
    if (!field || !start) return
    // The beginning of a range has no error before the form is sent: a person who moves both times moves it first.
    const [found] = problemsIn(field.facts.notBefore ? fields : { [name]: field }, typed, [name])
    // An empty field is not scolded before it is sent; a readable amount or date is written out.
    if (found) {
      if ((typed[name] ?? '') !== '') setProblems((now) => ({ ...now, [name]: label(found.message, language) }))
      return
    }
    const tidied = initialOf(fields, [name], valuesOf(fields, typed, [name]))[name] ?? ''
    if (tidied !== typed[name] && typingOf(field).tidied && typed[name] !== '') set(name, tidied)
  }
  const settle = (name: string, which: 'theirs' | 'mine') => {
    const clash = conflict?.open.find((c) => c.name === name)
    if (!clash || !conflict) return
    set(name, which === 'theirs' ? clash.theirs : clash.mine)
    setConflict({ ...conflict, open: conflict.open.filter((c) => c !== clash) })
  }

  const refused = (error: unknown): { wrong: string } | null => {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 409 && isConflict(error.data)) {
      const theirs = error.data.row
      const merged = theirs && start ? merge(fields, writable, base, typed, theirs) : null
      if (merged) setEdits({ row: merged.row, base: merged.base, typed: merged.typed })
      setConflict({ by: error.data, merge: merged, open: merged?.clashes ?? [] })
      // which state forbids it, only the server's sentence names
      if (error.data.reason === 'illegal') setRefusal(error.message)
      return null
    }
    const found = fieldMessages(error.data)
    const shown = names.filter((name) => found[name])
    setProblems(found)
    // Messages of a field are shown at the field, all others above the form; those of a part at both, for it may be far down.
    setRefusal(shown.length > 0 && shown.length === Object.keys(found).length ? '' : error.message)
    const wrong = shown[0] ?? names.find((name) => Object.keys(found).some((at) => at.startsWith(`${name}.`)))
    return wrong ? { wrong } : null
  }

  const submit: RecordForm['submit'] = async () => {
    if (!of || !start || sending) return null
    if (conflict && conflict.open.length > 0) {
      setRefusal(t('forms.decide'))
      return null
    }
    if (isUploading()) {
      setRefusal(t('forms.waitsForFile'))
      return null
    }
    setRefusal('')
    const sent = editing ? changed : writable
    const found = problemsIn(fields, typed, sent)
    setProblems(Object.fromEntries(found.map((x) => [x.field, label(x.message, language)])))
    if (found[0]) return { wrong: found[0].field }
    if (editing && row && changed.length === 0) {
      toast.info(() => t('forms.noChange'))
      return { saved: null }
    }
    const values = partsInFull(of, valuesOf(fields, typed, sent))
    const body =
      editing && row
        ? {
            id: row.id,
            version: row.version,
            ...values,
            ...(waits && reason.trim() ? { changeRemark: reason.trim() } : {}),
          }
        : values
    const text = JSON.stringify(body)
    if (attempt.current.body !== text) attempt.current = { body: text, key: uuid() }
    setSending(true)
    try {
      const created = editing ? undefined : creationPath(of)
      const path = created ?? `${call}/${decides && !editing ? 'save' : 'submit'}`
      const sentTo = await api.post<unknown>(path, body, { key: attempt.current.key })
      const answer = created ? { ...values, ...(sentTo as Decided).patch, ...(sentTo as Decided) } : sentTo
      setConflict(null)
      forget()
      void outdate(order.resource)
      const { afterAdd } = of
      // Deferred so that this hint lands above the caller's "added" message.
      if (!editing && afterAdd) setTimeout(() => toast.warn(() => label(afterAdd, languageNow())))
      return {
        saved: isRow(answer) ? answer : { ...row, ...values, id: row?.id ?? '', version: (row?.version ?? -1) + 1 },
      }
    } catch (error) {
      return refused(error)
    } finally {
      setSending(false)
    }
  }

  return {
    of,
    names,
    parts,
    row,
    typed,
    problems,
    refusal,
    ready: start !== null,
    locked,
    begins: names[0] !== undefined && names[0] in (order.initial ?? {}) ? (writable.find(isOpen) ?? '') : '',
    inherited,
    failed: editing && edits === null ? detail.error : null,
    sending,
    dirty: changed.length > 0,
    waits,
    reason,
    setReason,
    conflict,
    set,
    leave,
    settle,
    submit,
    again: () => void detail.refetch(),
    resumed: resumed === true && edits !== null,
    forget,
    restart: () => {
      forget()
      setEdits(null)
      setConflict(null)
      setProblems({})
      setRefusal('')
    },
  }
}

const isRow = (answer: unknown): answer is WireRow =>
  typeof answer === 'object' && answer !== null && typeof (answer as WireRow).id === 'string'

/**
 * A form with what was typed into it last time; null where nothing was. A field that somebody else changed meanwhile to
 * something else is asked about. Pure.
 */
function resume(
  fields: Fields,
  fresh: OpenForm,
  draft: Typed,
  was: Typed,
): { readonly form: OpenForm; readonly clashes: readonly Clash[] } | null {
  const mine = Object.entries(draft).filter(([name]) => fields[name] && name in fresh.typed)
  if (mine.length === 0) return null
  const clashes = mine.flatMap(([name, typed]): Clash[] => {
    const field = fields[name] as Field
    const theirs = fresh.base[name] ?? ''
    return same(field, theirs, was[name] ?? '') || same(field, theirs, typed)
      ? []
      : [{ name, field, theirs, mine: typed }]
  })
  return { form: { ...fresh, typed: { ...fresh.typed, ...Object.fromEntries(mine) } }, clashes }
}

function first(fields: Fields, names: readonly string[], row: WireRow | null, given: Values | undefined): OpenForm {
  const typed = row
    ? initialOf(fields, names, Object.fromEntries(names.map((n) => [n, row[n] ?? ''])))
    : initialOf(fields, names, given)
  // Of a new record the model's own values count as unchanged: an untouched form may be left without a question.
  return { row, base: typed, typed }
}
