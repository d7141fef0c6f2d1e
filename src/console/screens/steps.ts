import { useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { leavesOf, useCatalogue } from '../data/catalogue.ts'
import { keyOf } from '../data/queries.ts'

/** The page of first steps. */
export const STEPS = '/desk/firstSteps'

/** A step as the server tells of it (model/desk/firstSteps.ts). */
export interface Step {
  readonly code: string
  readonly title: string
  readonly needs: string
  readonly done: 0 | 1
  readonly by: string
  readonly path: string
  readonly go: string
}

/** Present and missing steps of the tenant. `asked`: false asks for nothing. */
export const useSteps = (enabled: boolean) =>
  useQuery({
    queryKey: keyOf('desk', 'firstSteps'),
    queryFn: ({ signal }) => api.get<Step[]>('blade-desk/firstSteps', undefined, { signal }),
    enabled: enabled,
    // somebody has just come back from a step
    staleTime: 0,
  })

/** Is this person led to the first steps? Only while something is missing. */
export function useHasSteps(): boolean {
  const catalogue = useCatalogue()
  return catalogue !== null && [...leavesOf(catalogue.topMenus)].some((leaf) => leaf.path === STEPS)
}
