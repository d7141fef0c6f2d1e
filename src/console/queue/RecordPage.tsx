import { useCallback, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import type { Resource } from '../../model/language/resource.ts'
import { type Behind, behindIn } from '../data/behind.ts'
import { useCatalogue } from '../data/catalogue.ts'
import { useResource } from '../data/domains.ts'
import { useWords } from '../i18n/index.ts'
import { DetailScreen } from '../record/DetailScreen.tsx'
import { type ListPlace, placeBehind } from './list/listPlace.ts'
import { TroubleStrip, WaitingStrip } from './Strips.tsx'
import { useAhead } from './useAhead.ts'
import { useWalk } from './useWalk.ts'

/** The page of a record: by itself, or as a step through the list it was opened from. */
export function RecordPage({ resource, id }: { readonly resource: string; readonly id: string }) {
  const { language } = useWords()
  const behind = behindIn(useLocation().state, resource)
  const of = useResource(resource)
  const catalogue = useCatalogue()
  const place = behind && of ? placeBehind(behind, of, catalogue, language) : null
  if (!behind || !of || !place) return <DetailScreen key={id} resource={resource} id={id} />
  return <Walked of={of} id={id} behind={behind} place={place} />
}

interface WalkedProps {
  readonly of: Resource
  readonly id: string
  readonly behind: Behind
  readonly place: ListPlace
}

function Walked({ of, id, behind, place }: WalkedProps) {
  const { walk, model, shown } = useWalk(of, id, behind, place)
  const near = useRef<readonly string[]>([])
  const onNear = useCallback((codes: readonly string[]) => {
    near.current = codes
  }, [])
  useAhead(model, of, walk.row?.id, near)
  return (
    <DetailScreen resource={of.id} id={shown} walk={walk} onNear={onNear}>
      {model && <TroubleStrip model={model} of={of} />}
      <WaitingStrip />
    </DetailScreen>
  )
}
