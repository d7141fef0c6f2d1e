import { styled } from 'styled-components'

/** The line of filters above a table, and the bar of what is ticked. */
export const Filters = styled.div`
  flex: none; display: flex; align-items: center; gap: 8px; padding: 0 12px 6px; flex-wrap: wrap;
`
