/**
 * Modules that most pages use. Importing them in the entry puts them into the first script; otherwise each would become a small
 * script of its own.
 */
import './drawn-form.tsx'
import './event-state.tsx'
import './form.tsx'
import './hidden-ids.tsx'
import './page-form.tsx'
import './pages/counter/print.tsx'
import './pages/event-head.tsx'
import './pages/order/act.tsx'
import './pages/order/order-state.tsx'
import './prove-first.tsx'
import './pages/settings-head.tsx'
import './roles.ts'
import '../ui/actions/button-link.tsx'
import '@foyer/domain/office/rights.ts'
import './figures-table.tsx'
import './format-buttons.tsx'
