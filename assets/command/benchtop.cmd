@rem The command benchtop of an installed Benchtop. It brings its own Node.
@"%~dp0node.exe" "%~dp0app\cli.js" %*
