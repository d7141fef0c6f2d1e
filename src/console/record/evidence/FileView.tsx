import { type ComponentType, lazy, Suspense } from 'react'
import { Waiting } from '../../ui/messages/Waiting.tsx'
import { MediaView } from './MediaView.tsx'
import { OtherView } from './OtherView.tsx'
import { PdfView } from './PdfView.tsx'
import { PictureView } from './PictureView.tsx'
import { type Shown, shownAs } from './query.ts'
import type { ViewProps } from './view.ts'

const SheetView = lazy(() => import('./SheetView.tsx').then((m) => ({ default: m.SheetView })))

const VIEWS: Readonly<Record<Shown, ComponentType<ViewProps>>> = {
  picture: PictureView,
  pdf: PdfView,
  sound: (p) => <MediaView {...p} film={false} />,
  film: (p) => <MediaView {...p} film />,
  sheet: SheetView,
  other: OtherView,
}

/** View of a file's content. */
export function FileView({ file, handle }: ViewProps) {
  const View = VIEWS[shownAs(file)]
  return (
    <Suspense fallback={<Waiting />}>
      <View key={file.id} file={file} handle={handle} />
    </Suspense>
  )
}
