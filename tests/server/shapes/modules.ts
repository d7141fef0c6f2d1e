import { vi } from 'vitest'

// Files share a process; some declare more of the model for a while. Each file has the modules for itself.
vi.resetModules()
