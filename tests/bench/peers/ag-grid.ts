import { AllCommunityModule, createGrid, ModuleRegistry } from 'ag-grid-community'
import { columns, ROWS, rowAt } from '../rows.ts'

ModuleRegistry.registerModules([AllCommunityModule])
const host = document.getElementById('grid') as HTMLElement
const began = performance.now()
const rowData = Array.from({ length: ROWS }, (_, i) => rowAt(i))
createGrid(host, {
  rowHeight: 28,
  headerHeight: 30,
  columnDefs: columns.map((field) => ({ field, width: 120 })),
  rowData,
  onFirstDataRendered: () => document.body.setAttribute('data-ready', String(performance.now() - began)),
})
