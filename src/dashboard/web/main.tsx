import './style.css';
import 'uplot/dist/uPlot.min.css';
document.getElementById('app')!.textContent = 'Pawl';
