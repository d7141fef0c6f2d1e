import { proxy, ref, useSnapshot } from 'valtio'
import { spellWith } from '../../model/values/readings.ts'
import type { Catalogue, CatalogueMenu, CatalogueQueue, CatalogueResource } from '../../model/wire/catalogue.ts'
import {
  CATALOGUE_FORM,
  catalogueFromWire,
  type WireCatalogue,
  type WireNames,
} from '../../model/wire/catalogueWire.ts'
import { ROUNDS } from '../../model/wire/wire.ts'
import { api, warn } from '../api/client.ts'
import { ApiError } from '../api/error.ts'
import { languageNow, t } from '../i18n/index.ts'
import { reloadOnce } from './reload.ts'
import { onLeave, session } from './session.ts'

/**
 * The catalogue is replaced as a whole and not changed in place: `ref` keeps valtio from wrapping some thousand
 * objects.
 */
const state = proxy<{ now: Catalogue | null; failed: string; waits: boolean; named: boolean }>({
  now: null,
  failed: '',
  waits: false,
  named: true,
})

/** Between two tries to get the first catalogue from a server that is away or busy, ms. */
const RETRY_DELAY_MS = 2_000
let again: ReturnType<typeof setTimeout> | undefined

const KEY = 'rounds.catalogue'
const mark = () => `${session.tenantId}/${session.userId}/${languageNow()}`

/** Catalogue of this user in their language; null before it came. */
export const catalogueNow = (): Catalogue | null => state.now

/** The same inside React: renders again when it changes. */
export function useCatalogue(): Catalogue | null {
  return useSnapshot(state).now as Catalogue | null
}

/**
 * Reason for a missing catalogue: `failed` is "" when there is one or it is loading; `waits` when the server is away or
 * busy and is tried again automatically.
 */
export const useCatalogueFailure = (): { readonly failed: string; readonly waits: boolean } => {
  const { failed, waits } = useSnapshot(state)
  return { failed, waits }
}

/** A server that is away, starting or busy: it will be back. */
const isAway = (error: unknown): boolean =>
  error instanceof ApiError && (error.network || error.code === 503 || error.code === 429)

/** Catalogue in force as received, with search names once they were loaded. */
let wire: WireCatalogue | null = null

function putInForce(catalogue: WireCatalogue): void {
  state.now = ref(catalogueFromWire(catalogue))
  wire = catalogue
  state.named = catalogue.names !== undefined
}

function keep(requested: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ mark: requested, catalogue: wire }))
  } catch {
    // Full or forbidden: it is fetched again next time.
  }
}

/** Puts the one kept from last time in force, unless it is of somebody else or in the form of another version. */
function putKeptInForce(): void {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? 'null') as { mark: string; catalogue: WireCatalogue } | null
    if (found?.mark === mark() && found.catalogue.form === CATALOGUE_FORM) putInForce(found.catalogue)
  } catch {
    // The cached catalogue is corrupt: it is ignored, `loadCatalogue` fetches a new one.
  }
}

/**
 * Fetches the catalogue; the one kept from last time is in force until the answer (usually: "not modified") is there.
 * The server checks every call anyway, so that an old catalogue can show too much for a moment, but never allow it.
 */
export async function loadCatalogue(): Promise<void> {
  clearTimeout(again)
  const requested = mark()
  const wrongLanguage = state.now && state.now.language !== languageNow()
  if (!state.now || wrongLanguage) putKeptInForce()
  const etag = state.now && state.now.language === languageNow() ? state.now.etag : ''
  try {
    const answer = await api.raw({
      method: 'GET',
      path: ROUNDS.catalogue,
      // the user is informed at once, not after the retries of a patient call
      patient: state.now !== null,
      headers: etag ? { 'If-None-Match': etag } : {},
    })
    if (requested !== mark()) return
    if (answer.status === 304) {
      state.failed = ''
      return
    }
    const body = answer.body as { code: number; data: WireCatalogue | null; msg: string }
    if (answer.status !== 200 || !body?.data) throw new ApiError(answer.status, body?.msg ?? String(answer.status))
    if (body.data.form !== CATALOGUE_FORM) {
      // The server is of another version than this page, which can read nothing of it.
      if (reloadOnce()) return
      const why = t('shell.otherVersion')
      // screens keep the catalogue they have
      if (state.now) sayOnce(why)
      throw new ApiError(answer.status, why)
    }
    putInForce({ ...body.data, etag: answer.header('etag') || body.data.etag })
    state.failed = ''
    keep(requested)
  } catch (error) {
    if (requested !== mark() || state.now) return
    state.failed = error instanceof Error ? error.message : String(error)
    state.waits = isAway(error)
    if (state.waits) again = setTimeout(() => void loadCatalogue(), RETRY_DELAY_MS)
  }
}

/** Names that are not here after so long, ms, are not waited for. */
const NAMES_TIMEOUT_MS = 5_000

/**
 * Fetches the search names (readings, other names) of the catalogue in force, where they are missing. Only the search
 * needs them. Until they arrive, entries are found by their titles alone.
 */
export async function loadNames(): Promise<void> {
  const of = wire
  if (!of || of.names) return
  const requested = mark()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((done) => {
    timer = setTimeout(done, NAMES_TIMEOUT_MS)
  })
  const come = api.get<WireNames>(ROUNDS.names, undefined, { quiet: true, patient: false }).then(
    (names) => {
      if (requested !== mark() || wire?.etag !== of.etag || bare(names?.etag ?? '') !== bare(of.etag)) return
      putInForce({ ...wire, names })
      keep(requested)
    },
    () => {},
  )
  await Promise.race([come, late])
  clearTimeout(timer)
  if (wire === of) state.named = true
}

/** False while what titles are found by is still to come; true where it does not. */
export const useNamed = (): boolean => useSnapshot(state).named

/** How a text is read (`jie suan dan`), by what spells the titles of the catalogue; none until that is here. */
export const readingsOf = (text: string): readonly string[] => (wire?.names ? spellWith(wire.names.speller)(text) : [])

/** An entity tag without its quotes. */
const bare = (etag: string): string => etag.replace(/^(W\/)?"|"$/g, '')

let warned = false
/** Warns once that page and server have different versions. */
function sayOnce(why: string): void {
  if (!warned) warn(why)
  warned = true
}

onLeave(() => {
  clearTimeout(again)
  wire = null
  state.named = true
  state.now = null
  state.failed = ''
  localStorage.removeItem(KEY)
})

/** A resource of the catalogue by id. */
export const resourceIn = (catalogue: Catalogue | null, id: string): CatalogueResource | undefined =>
  catalogue?.resources.find((r) => r.id === id)
export const queueIn = (catalogue: Catalogue | null, code: string): CatalogueQueue | undefined =>
  catalogue?.queues.find((q) => q.code === code)

/** Every menu that leads somewhere, in menu order. */
export function* leavesOf(menus: readonly CatalogueMenu[]): Generator<CatalogueMenu> {
  for (const menu of menus) {
    if (menu.path) yield menu
    yield* leavesOf(menu.children)
  }
}

/**
 * Title of a list of a resource at a path: as the leaf that leads there (one of several lists), else as the resource.
 */
export function listTitle(catalogue: Catalogue | null, resource: string, path: string): string {
  for (const leaf of leavesOf(catalogue?.topMenus ?? []))
    if (leaf.path === path && leaf.resource === resource) return leaf.title
  return (catalogue && resourceIn(catalogue, resource)?.title) ?? ''
}
