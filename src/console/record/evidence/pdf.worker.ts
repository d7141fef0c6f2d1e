// The worker of pdf.js, from this server alone: a page of its own origin loads it under its policy.
import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs'
